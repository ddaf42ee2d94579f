import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import type { Image } from '#shared/image-schema.ts'

import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { isWholeImage, type ImageStorage } from '../../../platform/images/image-storage.ts'

/** What the move needs of the hosted store's assets. */
export type HostedAssets = {
  /** Undefined if the store does not have the picture. */
  findAsset: (imageId: string) => Promise<string | undefined>
  /** The bytes as they were uploaded. */
  fetch: (assetId: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Pictures of public campaigns in the hosted store. */
  listPublic: () => AsyncIterable<{ id: string; assetId: string | undefined }[]>
  handOut: () => Promise<number>
}

type ImagesDeps = {
  database: Database
  own: Pick<ImageStorage, 'read' | 'write'>
  hosted: HostedAssets
}
/** Without a size where only the table of pictures names it. */
type ImageFacts = Pick<Image, 'id'> & Partial<Pick<Image, 'width' | 'height'>>

const idRow = z.object({ id: z.string() })
const batchSize = 1_000
const assetDigest = /^image-([0-9a-f]{40})-/

/**
 * Pictures on both sides. Our own storage serves both stores, and the hosted one has copies of those of public campaigns. A picture's
 * digest is its SHA-1, because Sanity names assets by it, so that nothing is downloaded for the comparison.
 */
export function movedImages({ database, own, hosted }: ImagesDeps) {
  /** Undefined where our storage lacks the picture, or has bytes that are not it. */
  const readOwnDigest = async (id: string): Promise<string | undefined> => {
    const bytes = await own.read(id)
    return bytes && isWholeImage(id, bytes) ? toSha1(bytes) : undefined
  }
  return {
    /** Pictures that any campaign, version, update, draft or change may show. */
    async *listKnown(): AsyncIterable<string[]> {
      for (let after = ''; ;) {
        const rows = await database.rows(
          idRow,
          sql`select id from image where id collate "C" > ${after} order by id collate "C" limit ${batchSize}`,
        )
        yield rows.map(({ id }) => id)
        after = rows.at(-1)?.id ?? ''
        if (rows.length < batchSize) return
      }
    },

    readOwnDigest,

    /** Downloads a picture that only the hosted store has. False if no one has it. */
    async bring({ id, width, height }: ImageFacts): Promise<boolean> {
      const assetId = assetDigest.test(id) ? id : await hosted.findAsset(id)
      const bytes = assetId === undefined ? undefined : await hosted.fetch(assetId)
      if (!bytes || !isWholeImage(id, bytes)) return false
      await own.write(id, bytes)
      if (width !== undefined && height !== undefined)
        await database.run(
          sql`insert into image (id, width, height, size_bytes, created_at)
            values (${id}, ${width}, ${height}, ${bytes.length}, now()) on conflict do nothing`,
        )
      return true
    },

    /** Pictures of public campaigns, with the digest that the hosted store has. Undefined until they are handed out. */
    async readPublicDigests(): Promise<Map<string, string | undefined>> {
      const digests = new Map<string, string | undefined>()
      for await (const batch of hosted.listPublic())
        for (const { id, assetId } of batch) {
          const [, digest] = assetDigest.exec(assetId ?? '') ?? []
          // One campaign without the reference is enough to hand it out again.
          digests.set(id, digests.has(id) && digests.get(id) === undefined ? undefined : digest)
        }
      return digests
    },

    handOut: () => hosted.handOut(),
  }
}

const toSha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex')
