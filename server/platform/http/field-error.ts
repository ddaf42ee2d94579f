import { Refused } from './context.ts'

/** For checks that the request's schema cannot make. */
export function fieldError(field: string, message: string): Refused {
  return new Refused('invalid-input', { fields: { [field]: [message] } })
}

/** For an uploaded file, with one of the messages of specification §5, which pages show beside the field or as a toast. */
export function fileError(message: string): Refused {
  return new Refused('invalid-input', { message, fields: { file: [message] } })
}
