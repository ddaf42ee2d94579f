import type { Context } from 'hono'

import { Refused } from './context.ts'
import { fileError } from './field-error.ts'

const formType = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i

/**
 * Reads the text fields of a form that a browser sent without JavaScript. Throws `unsupported-media-type`, or `invalid-body`
 * for a form that cannot be parsed.
 */
export async function readForm(c: Context): Promise<URLSearchParams> {
  return (await readFormWithFile(c)).texts
}

/** Also reads the file that a person chose in the field `file`. */
export async function readFormWithFile(c: Context) {
  if (!formType.test(c.req.header('content-type') ?? ''))
    throw new Refused('unsupported-media-type')
  const form = await parseForm(c.req.raw)
  const texts = [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
  const file = form.get('file')
  return {
    texts: new URLSearchParams(texts),
    file: file instanceof File && file.size > 0 ? file : undefined,
  }
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

/** The one file of an upload, in the field `file`. */
export async function parseUpload(request: Request, missing: string): Promise<File> {
  if (!/^multipart\/form-data\s*;/i.test(request.headers.get('content-type') ?? ''))
    throw new Refused('unsupported-media-type')
  const form = await parseForm(request)
  const [file, ...others] = form.getAll('file')
  if (!(file instanceof File) || file.size === 0) throw fileError(missing)
  if (others.length > 0) throw new Refused('invalid-body')
  return file
}
