import { Hono } from 'hono'
import * as z from 'zod/mini'

import { imageFormats, imageMaxBytes, imageWidths } from '#shared/image.ts'
import { invalid } from '#shared/text/invalid.ts'

import { Refused, parseInput, type Env, fileError } from '../platform/http/context.ts'
import { parseUpload } from '../platform/http/request-body.ts'
import { imageCacheControl, toImageKey } from '../platform/images/image-storage.ts'
import { toUser } from '../platform/policy/actor.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'
import type { Services } from '../services.ts'

const widthSchema = z.object({
  w: z.coerce
    .number(invalid.input)
    .check(z.refine((width) => imageWidths.some((served) => served === width), invalid.input)),
  as: z._default(z.enum(imageFormats), 'webp'),
})

/** POST /api/images: re-encodes and stores one uploaded file. */
export function imageUploadRoutes({ images }: Services) {
  return new Hono<Env>().post('/', gate(may.uploadImage, noSubject), async (c) => {
    const file = await readFile(c.req.raw)
    const bytes = new Uint8Array(await file.arrayBuffer())
    return c.json(await images.add(toUser(c.var.actor).uid, bytes), 201)
  })
}

const privateForMinutes = 'private, max-age=300'

/**
 * GET /images/:id?w=…&as=…: an image in one of the served widths and formats. Browsers keep one that a campaign shows for a day, and then ask whether it
 * still exists.
 */
export function imageRoutes({ images, imageAccess }: Services) {
  return new Hono<Env>().get('/:id', gate(may.readImage, imageAccess.find), async (c) => {
    const { w, as } = parseInput(widthSchema, c.req.query())
    const id = c.req.param('id')
    const bytes = await images.read(id, w, as)
    if (!bytes) throw new Refused('not-found')
    // The id is a hash of the content, so nothing but its deletion changes an image.
    const etag = `"${toImageKey(id, w, as)}"`
    const { isShown } = c.var.subject
    const caching = { etag, 'cache-control': isShown ? imageCacheControl : privateForMinutes }
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, caching)
    return c.body(bytes, 200, {
      ...caching,
      'content-type': `image/${as}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      // Feed readers and mail programs in a browser show it on their own origin.
      'cross-origin-resource-policy': as === 'jpeg' && isShown ? 'cross-origin' : 'same-origin',
    })
  })
}

/** What a file has whose part of the form, or whose browser, names no type (RFC 7578, section 4.4). Its content decides. */
const withoutType = ['', 'text/plain', 'application/octet-stream']

async function readFile(request: Request): Promise<File> {
  const file = await parseUpload(request, invalid.imageMissing)
  if (file.size > imageMaxBytes) throw fileError(invalid.imageSize)
  if (!file.type.startsWith('image/') && !withoutType.includes(file.type))
    throw fileError(invalid.imageNotImage)
  return file
}
