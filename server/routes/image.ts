import { Hono } from 'hono'
import * as z from 'zod/mini'

import { imageMaxBytes, imageWidths } from '#shared/image.ts'
import { invalid } from '#shared/messages.ts'

import { Refused, parseInput, type Env } from '../http/context.ts'
import { parseForm } from '../http/form-body.ts'
import type { Images } from '../images/images.ts'
import { imageError } from '../http/field-error.ts'
import { toUser } from '../policy/actor.ts'
import { gate, noSubject } from '../http/gate.ts'
import * as may from '../policy/rules.ts'

const widthSchema = z.object({
  w: z.coerce
    .number(invalid.input)
    .check(z.refine((width) => imageWidths.some((served) => served === width), invalid.input)),
})

/** POST /api/images: re-encodes and stores one uploaded file. */
export function imageUploadRoutes({ images }: { images: Images }) {
  return new Hono<Env>().post('/', gate(may.uploadImage, noSubject), async (c) => {
    const file = await readFile(c.req.raw)
    const bytes = new Uint8Array(await file.arrayBuffer())
    return c.json(await images.add(toUser(c.var.actor).uid, bytes), 201)
  })
}

/** GET /images/:id?w=…: an image in one of the served widths. Cached forever, because the id is a hash of its content. */
export function imageRoutes({ images }: { images: Images }) {
  return new Hono<Env>().get('/:id', gate(may.readImage, noSubject), async (c) => {
    const { w } = parseInput(widthSchema, c.req.query())
    const bytes = await images.read(c.req.param('id'), w)
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

async function readFile(request: Request): Promise<File> {
  if (!/^multipart\/form-data\s*;/i.test(request.headers.get('content-type') ?? ''))
    throw new Refused('unsupported-media-type')
  const form = await parseForm(request)
  const [file, ...others] = form.getAll('file')
  if (!(file instanceof File) || file.size === 0) throw imageError(invalid.imageMissing)
  if (others.length > 0) throw new Refused('invalid-body')
  if (file.size > imageMaxBytes) throw imageError(invalid.imageSize)
  if (!file.type.startsWith('image/')) throw imageError(invalid.imageNotImage)
  return file
}
