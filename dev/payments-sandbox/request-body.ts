import type { Context } from 'hono'

import { invalidParams } from './envelope.ts'

/** The fields of a JSON or form body. The provider takes both. */
export async function requestBody(c: Context): Promise<Record<string, unknown>> {
  const type = c.req.header('content-type') ?? ''
  if (/^application\/x-www-form-urlencoded/i.test(type)) return await c.req.parseBody()
  try {
    const body: unknown = JSON.parse(await c.req.text())
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw invalidParams('Invalid request body')
}

/** Text that is there, trimmed of nothing: an empty one counts as missing. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** Metadata comes as an object or as JSON in a string. Any other string is kept as it is; nothing at all is null. */
export function metadataOf(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
