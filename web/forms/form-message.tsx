import { useEffect } from 'react'

import { toast } from '../ui/toasts/toast.tsx'
import { FormAlert } from './form-alert.tsx'

type Props = {
  message: string
  /** The response that the message belongs to. Each is shown once as a toast. */
  response?: object | undefined
}

/** What went wrong with a form, on the page and as a toast (specification §8). */
export function FormMessage({ message, response }: Props) {
  useEffect(() => toast(message, 'error'), [message, response])
  return <FormAlert>{message}</FormAlert>
}
