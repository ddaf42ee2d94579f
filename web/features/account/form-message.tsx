import { useEffect } from 'react'

import { toast } from '#web/ui/toast.tsx'

/** Says as a toast what went wrong with a form as a whole, and on the page where there is no script to show one. */
export function FormMessage({ answer }: { answer: { message: string | null } | undefined }) {
  const message = answer?.message
  useEffect(() => {
    if (answer?.message) toast(answer.message, 'error')
  }, [answer])

  if (!message) return null
  return (
    <noscript>
      <p role="alert" className="rounded-card bg-danger-soft px-4 py-3 font-medium text-danger">
        {message}
      </p>
    </noscript>
  )
}
