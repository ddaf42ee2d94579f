import type { Context } from 'hono'

import { Refused } from './context.ts'

const formType = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i

/**
 * Reads the text fields of a form that a browser sent without JavaScript. Throws `unsupported-media-type`, or `invalid-body`
 * for a form that cannot be parsed.
 */
export async function readForm(c: Context): Promise<URLSearchParams> {
  if (!formType.test(c.req.header('content-type') ?? ''))
    throw new Refused('unsupported-media-type')
  const fields = [...(await parseForm(c.req.raw))].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
  return new URLSearchParams(fields)
}

/** `Request.formData` throws for a form that is broken, such as one whose boundary is missing. */
export async function parseForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused('invalid-body')
  }
}
