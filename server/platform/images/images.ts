import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import type { Image, UploadedImage } from '#shared/image-schema.ts'
import { imageWidths, type ImageFormat } from '#shared/image.ts'
import { invalid } from '#shared/text/invalid.ts'

import type { Database, Queries } from '../database/database.ts'
import { sql, takeLock, type Sql } from '../database/sql.ts'
import { Refused, fieldError, fileError } from '../http/context.ts'
import { joinRunningCall } from '../runtime/single-flight.ts'
import { encodeImage, fileQueue, resizeImage } from './image-program.ts'
import { isImageId, isWholeImage, toImageKey, type ImageStorage } from './image-storage.ts'
import { isInUpdate } from './orphans.ts'
import { serialQueue } from './serial-queue.ts'
import { imageFaults, isLight, sniffImage, type EncodedImage } from './sniff-image.ts'

export type Images = ReturnType<typeof openImages>

type ImagesDeps = { database: Database; storage: ImageStorage; now: () => Date }

const imageRow = z.object({
  id: z.string(),
  width: z.int(),
  height: z.int(),
  placeholder: z.nullable(z.string()),
})
const usageRow = z.object({ count: z.int(), sizeBytes: z.int() })

const uploadsPerHour = 40
const bytesPerOwner = 100_000_000

/** Images of campaigns: bytes in the storage, dimensions and uploaders in the database. */
export function openImages({ database, storage, now }: ImagesDeps) {
  const resizeQueue = serialQueue({ maxWaiting: 64, maxWaitingPerKey: 16 })
  const resizeOnce = joinRunningCall<Uint8Array<ArrayBuffer> | undefined>()

  return {
    /**
     * Encodes and stores an uploaded file. Refuses with the messages of specification §5. A file that has been stored by another Ajo as
     * `storedAs` keeps its bytes.
     */
    async add(ownerUid: string, file: Uint8Array, storedAs?: string): Promise<UploadedImage> {
      if (!(await storage.hasSpace())) throw new Refused('busy', { retryAfterSeconds: 3_600 })
      await checkQuota(database, { ownerUid, now: now() })
      const kind = sniffImage(file)
      if (kind === 'heic') throw fileError(invalid.imageHeic)
      if (kind === 'unsupported') throw fileError(invalid.imageType)
      if (kind === 'unknown') throw fileError(invalid.imageNotImage)
      const image = await fileQueue(ownerUid, () => encodeImage(file))
      if (typeof image === 'string') throw fileError(imageFaults[image])
      if (storedAs && isWholeImage(storedAs, file)) image.bytes = file

      const id = createHash('sha256').update(image.bytes).digest('hex')
      // The row first: without it, nothing would delete the file after a refusal or a kill.
      await saveUpload(database, { id, image, ownerUid, now: now() })
      await storage.write(id, image.bytes)
      const { width, height, isCut } = image
      return { id, width, height, alt: '', ...(isCut && { isCut }) }
    },

    /**
     * The images of a form with its alternative texts and focus points. Refuses images that this person has not uploaded. What another
     * person uploaded becomes the owner's as well, so that it stays when that person leaves.
     */
    async getOwn(
      ownerUid: string,
      requested: readonly Pick<Image, 'id' | 'alt' | 'focus'>[],
      uploaderUid = ownerUid,
    ): Promise<Image[]> {
      const wanted = new Map(requested.map((image) => [image.id, image]))
      if (uploaderUid !== ownerUid)
        await database.run(
          sql`insert into image_upload (image_id, owner_uid, created_at)
            select image_id, ${ownerUid}, ${now()} from image_upload
            where owner_uid = ${uploaderUid} and image_id = any(${[...wanted.keys()]})
            on conflict do nothing`,
        )
      const own = await findUploads(database, ownerUid, [...wanted.keys()])
      if (own.size < wanted.size) throw fieldError('images', invalid.imageNotImage)
      return [...wanted.values()].flatMap(({ id, alt, focus }) => {
        const image = own.get(id)
        return image ? [{ ...image, alt, ...(focus && { focus }) }] : []
      })
    },

    /** As it was stored. */
    readWhole: (id: string) => storage.read(id),

    /** The image in one of the served widths and formats. Each is made on first request and then stored. */
    async read(
      id: string,
      width: number,
      format: ImageFormat = 'webp',
    ): Promise<Uint8Array<ArrayBuffer> | undefined> {
      if (!isImageId(id) || !imageWidths.some((served) => served === width)) return undefined
      const key = toImageKey(id, width, format)
      const stored = await storage.read(key)
      // Copies from a hosted store may be too large.
      if (stored && isLight(stored, width)) return stored
      return resizeOnce(key, () =>
        resizeQueue(id, () => createWidth(storage, { id, key, width, format })),
      )
    },
  }
}

async function findUploads(queries: Queries, ownerUid: string, ids: string[]) {
  const found = await queries.rows(
    imageRow,
    sql`select i.id, i.width, i.height, i.placeholder from image i join image_upload u on u.image_id = i.id
      where u.owner_uid = ${ownerUid} and i.id = any(${ids})`,
  )
  return new Map(
    found.map(({ placeholder, ...image }) => [
      image.id,
      { ...image, ...(placeholder !== null && { placeholder }) },
    ]),
  )
}

async function createWidth(
  storage: ImageStorage,
  { id, key, width, format }: { id: string; key: string; width: number; format: ImageFormat },
) {
  const original = await storage.read(id)
  if (!original) return undefined
  const bytes = Uint8Array.from(await resizeImage(original, width, format))
  await storage.write(key, bytes)
  // A copy that is made while its image is being deleted must not stay.
  if (!(await storage.read(id))) {
    await storage.delete(key)
    return undefined
  }
  return bytes
}

async function checkQuota(queries: Queries, { ownerUid, now }: { ownerUid: string; now: Date }) {
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const usage = await queries.row(
    usageRow,
    sql`select count(*) filter (where u.created_at > ${hourAgo}) as count,
        coalesce(sum(i.size_bytes), 0)::bigint as "sizeBytes"
      from image_upload u join image i on i.id = u.image_id where u.owner_uid = ${ownerUid}`,
  )
  if (usage && (usage.count >= uploadsPerHour || usage.sizeBytes >= bytesPerOwner))
    throw new Refused('too-many-requests', { retryAfterSeconds: 3_600 })
}

async function saveUpload(
  database: Database,
  { id, image, ownerUid, now }: { id: string; image: EncodedImage; ownerUid: string; now: Date },
) {
  await database.transaction(async (queries) => {
    const { run } = queries
    // The lock keeps simultaneous uploads of one person within the quota.
    await run(takeLock(`image-quota ${ownerUid}`))
    await checkQuota(queries, { ownerUid, now })
    await run(
      sql`insert into image (id, width, height, size_bytes, dhash, placeholder, created_at)
        values (${id}, ${image.width}, ${image.height}, ${image.bytes.length}, ${image.dhash}::text::bit(64),
          ${image.placeholder}, ${now})
        on conflict do nothing`,
    )
    await run(
      sql`insert into image_upload (image_id, owner_uid, created_at) values (${id}, ${ownerUid}, ${now})
        on conflict (image_id, owner_uid) do update set created_at = excluded.created_at`,
    )
  })
}

type ImageAccessDeps = {
  database: Database
  content: { showsImage: (imageId: string) => Promise<boolean> }
}

const accessRow = z.object({ uploaderUids: z.array(z.string()), isPublished: z.boolean() })

const isTakenDown = (campaignId: Sql) => sql`exists (
  select from moderation_decision d where d.campaign_id = ${campaignId} and d.kind = 'takedown' and d.ended_at is null)`

/** Who may load an image. Those of versions and updates are for everyone. Pictures of drafts, of campaigns in review and of waiting changes are for their uploaders and reviewers. */
export function openImageAccess({ database, content }: ImageAccessDeps) {
  return {
    find: async (id: string): Promise<{ isShown: boolean; uploaderUids: string[] } | undefined> => {
      if (!isImageId(id)) return undefined
      // Assets that other programs uploaded to a hosted store are public there.
      if (id.startsWith('image-')) return { isShown: true, uploaderUids: [] }
      const row = await database.row(
        accessRow,
        sql`select array(select owner_uid from image_upload where image_id = i.id) as "uploaderUids",
            exists (
              select from campaign_version v
              where v.content->'images' @> jsonb_build_array(jsonb_build_object('id', i.id)) and v.review <> 'taken-back'
                and not ${isTakenDown(sql`v.campaign_id`)}
            ) or exists (
              select from campaign_update published
              where ${isInUpdate} and published.hidden_at is null and not ${isTakenDown(sql`published.campaign_id`)}
            ) as "isPublished"
          from image i where i.id = ${id}`,
      )
      if (!row) return undefined
      const { uploaderUids, isPublished } = row
      return { uploaderUids, isShown: isPublished || (await content.showsImage(id)) }
    },
  }
}
