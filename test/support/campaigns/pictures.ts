import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { Images } from '#server/platform/images/images.ts'
import type { UploadedImage } from '#shared/image-schema.ts'
import { jpeg } from '#test/support/campaigns/image-files.ts'

type Opened = { images: Images; database: Database; now: () => Date }

/**
 * Adds pictures as an upload does. Encoding takes longer than most tests, so a test file encodes each picture once: afterwards, and
 * after the database was emptied, only its rows are inserted.
 */
export function openPictures(opened: Opened) {
  const encoded = new Map<number | undefined, { image: UploadedImage; row: string }>()
  return async (uid: string, shade?: number): Promise<UploadedImage> => {
    const { images, database, now } = opened
    const known = encoded.get(shade)
    if (known && (await images.readWhole(known.image.id))) {
      const { image, row } = known
      await database.run(sql`
        insert into image select * from jsonb_populate_record(null::image, ${row}::jsonb || jsonb_build_object('created_at', ${now()}::timestamptz))
        on conflict do nothing`)
      await database.run(sql`
        insert into image_upload (image_id, owner_uid, created_at) values (${image.id}, ${uid}, ${now()})
        on conflict (image_id, owner_uid) do update set created_at = excluded.created_at`)
      return image
    }
    const image = await images.add(uid, await jpeg(shade))
    const row = await database.value(
      z.string(),
      sql`select to_jsonb(image)::text from image where id = ${image.id}`,
    )
    encoded.set(shade, { image, row: row ?? '' })
    return image
  }
}
