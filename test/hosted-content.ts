import { afterAll } from 'vitest'

import type { Database } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'
import { sanityContent } from '#server/providers/content/sanity/sanity-content.ts'

import { openFakeSanity } from './fakes/sanity.ts'

/** The hosted content store, connected to a fake of Sanity by HTTP. */
export async function hostedContent(database: Database) {
  const fakeSanity = await openFakeSanity()
  afterAll(() => fakeSanity.close())
  return {
    ...sanityContent({ ...fakeSanity.options, database }),
    fakeSanity,
    /** Deletes everything but the assets of the images that test campaigns use. */
    empty: async () => {
      fakeSanity.reset()
      for (const letter of ['a', 'b', 'c']) {
        const assetId = `image-${letter.repeat(40)}-10x20-webp`
        fakeSanity.put({ _id: assetId, _type: 'sanity.imageAsset' })
        await database.run(
          sql`insert into hosted_image (id, asset_id) values (${letter.repeat(64)}, ${assetId})`,
        )
      }
    },
  }
}

export const sampleUser = {
  uid: 'uid-someone',
  firstname: 'Some',
  lastname: 'One',
  email: 'someone@example.com',
  gender: 'Other',
  terms: true,
  emailVerified: false,
} as const
