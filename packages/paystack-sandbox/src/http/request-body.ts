import type { Context } from 'hono'

import { invalidParams } from './envelope.ts'

/** Fields of a JSON or form body; the provider accepts both. */
export async function readBody(c: Context): Promise<Record<string, unknown>> {
  const type = c.req.header('content-type') ?? ''
  if (/^application\/x-www-form-urlencoded/i.test(type))
    return Object.fromEntries(new URLSearchParams(await c.req.text()))
  try {
    const text = await c.req.text()
    if (isTooDeep(text)) throw invalidParams('Invalid request body')
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw invalidParams('Invalid request body')
}

const maxDepth = 50

/** Deeply nested values are parsed, but they cannot be written as JSON again. */
function isTooDeep(json: string): boolean {
  let depth = 0
  let deepest = 0
  for (const [bracket] of json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1
    deepest = Math.max(deepest, depth)
  }
  return deepest > maxDepth
}

/** A number or text as text; null where it is missing or empty. */
export function toText(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** Metadata is an object or JSON in a string. Other text stays text; missing or empty is null. */
export function parseMetadata(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' || isTooDeep(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
