import { createHash } from 'node:crypto'

import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import sharp from 'sharp'

import type { Document } from './sanity-documents.ts'

type Asset = { bytes: Uint8Array<ArrayBuffer>; type: string }

/** Image assets: documents among the others, and bytes served at URLs derived from the asset ids. */
export function openAssets(documents: Map<string, Document>) {
  const assets = new Map<string, Asset>()
  return {
    clear: () => assets.clear(),

    upload: async (c: Context) => {
      const bytes = new Uint8Array(await c.req.arrayBuffer())
      const document = await assetDocument(bytes, c.req.query('filename'))
      if (!documents.has(document._id)) documents.set(document._id, document)
      assets.set(document._id, { bytes, type: document.mimeType })
      return c.json({ document: documents.get(document._id) })
    },

    serve: async (c: Context) => {
      const [, name, extension] = /^(.+)\.(\w+)$/.exec(c.req.param('name') ?? '') ?? []
      const id = `image-${name}-${extension}`
      const asset = assets.get(id)
      if (!asset || !documents.has(id)) return c.notFound()
      const type = c.req.query('fm') === 'webp' ? 'image/webp' : asset.type
      return c.body(await transformed(asset, c.req.query()), 200, { 'content-type': type })
    },
  }
}

async function assetDocument(bytes: Uint8Array, originalFilename = '') {
  const { format, width, height } = await sharp(bytes)
    .metadata()
    .catch(() => {
      const body = { error: { description: 'Invalid image, could not read metadata' } }
      throw new HTTPException(400, { res: Response.json(body, { status: 400 }) })
    })
  const assetId = createHash('sha1').update(bytes).digest('hex')
  const extension = format === 'jpeg' ? 'jpg' : format
  const at = new Date().toISOString()
  return {
    _id: `image-${assetId}-${width}x${height}-${extension}`,
    _type: 'sanity.imageAsset',
    _rev: assetId,
    _createdAt: at,
    _updatedAt: at,
    assetId,
    extension,
    originalFilename,
    mimeType: `image/${format}`,
  }
}

async function transformed({ bytes }: Asset, { w, fit, fm, q }: Record<string, string>) {
  if (w === undefined) return bytes
  const resized = sharp(bytes).resize({ width: Number(w), withoutEnlargement: fit === 'max' })
  const image = fm === 'webp' ? resized.webp({ quality: Number(q ?? 75) }) : resized
  return new Uint8Array(await image.toBuffer())
}
