import { Hono } from 'hono'
import * as z from 'zod/mini'

import { imageMaxBytes, imageWidths } from '#shared/image.ts'
import { invalid } from '#shared/messages.ts'

import { Refused, parsed, type Env } from '../http/context.ts'
import type { Pictures } from '../images/pictures.ts'
import { refusedPicture } from '../images/refused-picture.ts'
import { signedIn } from '../policy/actor.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'

const widthSchema = z.object({
  w: z.coerce
    .number(invalid.input)
    .check(z.refine((width) => imageWidths.some((served) => served === width), invalid.input)),
})

/** POST /api/images: one file in, its re-encoded picture kept. */
export function imageUploadRoutes({ pictures }: { pictures: Pictures }) {
  return new Hono<Env>().post('/', gate(may.uploadImage, nothing), async (c) => {
    const file = await fileOf(c.req.raw)
    const bytes = new Uint8Array(await file.arrayBuffer())
    return c.json(await pictures.add(signedIn(c.var.actor).uid, bytes), 201)
  })
}

/** GET /images/:id?w=…: what pages show. The name says what is in it, so a copy is good for ever. */
export function imageRoutes({ pictures }: { pictures: Pictures }) {
  return new Hono<Env>().get('/:id', gate(may.readImage, nothing), async (c) => {
    const { w } = parsed(widthSchema, c.req.query())
    const bytes = await pictures.read(c.req.param('id'), w)
    if (!bytes) throw new Refused('not-found')
    return c.body(bytes, 200, {
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    })
  })
}

async function fileOf(request: Request): Promise<File> {
  if (!/^multipart\/form-data\s*;/i.test(request.headers.get('content-type') ?? ''))
    throw new Refused('unsupported-media-type')
  const form = await request.formData().catch((error: unknown) => {
    if (error instanceof Refused) throw error
    throw new Refused('invalid-body')
  })
  const [file, ...others] = form.getAll('file')
  if (!(file instanceof File) || file.size === 0) throw refusedPicture(invalid.imageMissing)
  if (others.length > 0) throw new Refused('invalid-body')
  if (file.size > imageMaxBytes) throw refusedPicture(invalid.imageSize)
  if (!file.type.startsWith('image/')) throw refusedPicture(invalid.imageNotImage)
  return file
}
