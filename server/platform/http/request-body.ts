import type { MiddlewareHandler, Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { invalid } from '#shared/text/invalid.ts'

import { Refused, type Env, fileError } from './context.ts'

/** An image of 5,000,000 bytes and the form around it. */
const imageBytes = 5_200_000
/** A document of 10,000,000 bytes and the form around it. */
const documentBytes = 10_200_000
const webhookBytes = 256 * 1024
/** Four texts of 10,000 characters in any script. */
const campaignFormBytes = 320 * 1024
export const jsonBytes = 64 * 1024

/** The page on which organisers write updates takes a picture without JavaScript. */
export const isPictureForm = (path: string) => /^\/c\/[^/]+\/updates$/.test(path)

/** Refuses a body that is too large for its path before reading all of it. */
export function bodyLimits(): MiddlewareHandler<Env> {
  const image = limit(imageBytes, () => fileError(invalid.imageSize))
  const document = limit(documentBytes, () => fileError(invalid.documentSize))
  const webhook = limit(webhookBytes)
  const campaignForm = limit(campaignFormBytes)
  const json = limit(jsonBytes)
  return (c, next) => {
    const { method, path } = c.req
    if (method === 'GET' || method === 'HEAD') return next()
    if (path === '/api/images' || isPictureForm(path)) return image(c, next)
    if (path.startsWith('/api/') && path.endsWith('/documents')) return document(c, next)
    if (path === '/api/campaigns' || path === '/api/draft') return campaignForm(c, next)
    return path.startsWith('/webhooks/') ? webhook(c, next) : json(c, next)
  }
}

function limit(maxSize: number, toError = () => new Refused('body-too-large')): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw toError()
    },
  })
}

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
async function parseForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused('invalid-body')
  }
}

/**
 * The one file of an upload, in the field `file` (RFC 7578). It stays where the body was read to: `Request.formData` copies it three
 * times, and each copy stops the thread that answers everybody and calls the garbage collector.
 */
export async function parseUpload(request: Request, missing: string) {
  const type = request.headers.get('content-type') ?? ''
  const [declared, boundary] =
    /^multipart\/form-data\s*;\s*(?:boundary="?([^\s;"]+))?/i.exec(type) ?? []
  if (declared === undefined) throw new Refused('unsupported-media-type')
  const body = Buffer.from(await request.arrayBuffer().catch(() => new ArrayBuffer()))
  const start = body.indexOf('\r\n\r\n') + 4
  const end = body.indexOf(`\r\n--${boundary}`, start)
  const headers = body.toString('utf8', 0, Math.min(start, 8_192))
  const isWhole = end >= start && body.indexOf(`\r\n--${boundary}--`, end) === end
  if (!headers.startsWith(`--${boundary}\r\n`) || !isWhole) throw new Refused('invalid-body')
  const [, name] = /;\s*name="file";\s*filename="([^"\r\n]*)"/i.exec(headers) ?? []
  if (name === undefined || start === end) throw fileError(missing)
  const [, declaredType = ''] = /^content-type:\s*([^\r\n]*)/im.exec(headers) ?? []
  return { name: name.replaceAll('%22', '"'), type: declaredType, bytes: body.subarray(start, end) }
}
