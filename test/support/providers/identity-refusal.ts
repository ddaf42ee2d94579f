import { HTTPException } from 'hono/http-exception'

export const toText = (value: unknown) => (typeof value === 'string' ? value : '')

export function requireValue<Value>(value: Value | undefined, message: string): Value {
  if (value === undefined) throw refusal(message)
  return value
}

export const refusal = (message: string, status: 400 | 401 | 404 = 400) =>
  new HTTPException(status, { message })
