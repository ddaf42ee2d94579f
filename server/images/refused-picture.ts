import { Refused } from '../http/context.ts'

/** One of the sentences of specification §5, where the form shows it and where a toast does. */
export function refusedPicture(message: string): Refused {
  return new Refused('invalid-input', { message, fields: { file: [message] } })
}
