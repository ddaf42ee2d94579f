import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import { imageWidths, type Image } from '#shared/image.ts'
import { invalid } from '#shared/messages.ts'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { Refused } from '../http/context.ts'
import {
  encodePicture,
  resizePicture,
  sniffPicture,
  type EncodedPicture,
} from './encode-picture.ts'
import { isPictureId, type Images } from './images.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { refusedPicture } from './refused-picture.ts'

export type Pictures = ReturnType<typeof openPictures>

const ownSchema = z.pipe(
  z.object({
    id: z.string(),
    width: z.int(),
    height: z.int(),
    standIn: z.nullable(z.string()),
  }),
  z.transform(({ standIn, ...image }) => ({ ...image, ...(standIn && { standIn }) })),
)
const usedSchema = z.object({ count: z.int(), sizeBytes: z.int() })

const uploadsPerHour = 40
const bytesPerOwner = 100_000_000

/** Pictures of campaigns: their bytes in `images`, their size and who sent them in the database. */
export function openPictures({
  database,
  images,
  now,
}: {
  database: Database
  images: Images
  now: () => Date
}) {
  const encodeInTurn = oneAtATime(8)
  const resizeInTurn = oneAtATime(64)
  const resizing = new Map<string, Promise<Uint8Array<ArrayBuffer> | undefined>>()

  return {
    /** Takes a file as it was sent. Refuses with the sentences of specification §5. */
    async add(ownerUid: string, file: Uint8Array): Promise<Image> {
      await checkRoom(database, { images, ownerUid, now: now() })
      const kind = sniffPicture(file)
      if (kind === 'unsupported') throw refusedPicture(invalid.imageType)
      if (kind === 'unknown') throw refusedPicture(invalid.imageNotImage)
      const picture = await encodeInTurn(() => encodePicture(file))
      if (!picture) throw refusedPicture(invalid.imageNotImage)

      const id = createHash('sha256').update(picture.bytes).digest('hex')
      await images.write(id, picture.bytes)
      await remember(database, { id, picture, ownerUid, now: now() })
      return { id, width: picture.width, height: picture.height, alt: '' }
    },

    /** Those of `ids` that this person has uploaded, by id. */
    async findOwn(ownerUid: string, ids: string[]) {
      const found = await database.rows(
        ownSchema,
        sql`select i.id, i.width, i.height, i.stand_in as "standIn" from image i join image_upload u on u.image_id = i.id
          where u.owner_uid = ${ownerUid} and i.id = any(${ids})`,
      )
      return new Map(found.map((image) => [image.id, image]))
    },

    /** The picture in one of the served widths, or undefined. The first time it is made, then it is kept. */
    async read(id: string, width: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
      if (!isPictureId(id) || !imageWidths.some((served) => served === width)) return undefined
      const key = `${id}-${width}`
      const kept = await images.read(key)
      if (kept) return kept
      const underway = resizing.get(key)
      if (underway) return underway
      const made = resizeInTurn(() => makeWidth(images, { id, key, width })).finally(() =>
        resizing.delete(key),
      )
      resizing.set(key, made)
      return made
    },
  }
}

async function makeWidth(
  images: Images,
  { id, key, width }: { id: string; key: string; width: number },
) {
  const stored = await images.read(id)
  if (!stored) return undefined
  const bytes = Uint8Array.from(await resizePicture(stored, width))
  await images.write(key, bytes)
  return bytes
}

async function checkRoom(
  database: Database,
  { images, ownerUid, now }: { images: Images; ownerUid: string; now: Date },
) {
  if (!(await images.hasRoom())) throw new Refused('busy', { retryAfterSeconds: 3_600 })
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const used = await database.row(
    usedSchema,
    sql`select count(*) filter (where u.created_at > ${hourAgo}) as count,
        coalesce(sum(i.size_bytes), 0)::bigint as "sizeBytes"
      from image_upload u join image i on i.id = u.image_id where u.owner_uid = ${ownerUid}`,
  )
  if (used && (used.count >= uploadsPerHour || used.sizeBytes >= bytesPerOwner))
    throw new Refused('too-many-requests', { retryAfterSeconds: 3_600 })
}

async function remember(
  database: Database,
  {
    id,
    picture,
    ownerUid,
    now,
  }: { id: string; picture: EncodedPicture; ownerUid: string; now: Date },
) {
  await database.transaction(async ({ run }) => {
    await run(
      sql`insert into image (id, width, height, size_bytes, dhash, stand_in, created_at)
        values (${id}, ${picture.width}, ${picture.height}, ${picture.bytes.length}, ${picture.dhash}::text::bit(64),
          ${picture.standIn}, ${now})
        on conflict do nothing`,
    )
    await run(
      sql`insert into image_upload (image_id, owner_uid, created_at) values (${id}, ${ownerUid}, ${now})
        on conflict (image_id, owner_uid) do update set created_at = excluded.created_at`,
    )
  })
}
