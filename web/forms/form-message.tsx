import { useEffect, type ReactNode } from 'react'

import { toast } from '../ui/toasts/toast.tsx'

type Props = { result: { message: string | null } | undefined }

/** Shows what went wrong with a form as a toast, or on the page when scripts are off. */
export function FormMessage({ result }: Props) {
  useEffect(() => {
    if (result?.message) toast(result.message, 'error')
  }, [result])

  if (!result?.message) return null
  return (
    <noscript>
      <FormAlert>{result.message}</FormAlert>
    </noscript>
  )
}

export function FormAlert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-card bg-danger-soft px-4 py-3 font-medium text-danger">
      {children}
    </p>
  )
}
