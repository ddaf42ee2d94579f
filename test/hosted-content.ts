import { afterAll } from 'vitest'

import type { Database } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'
import { sanityContent } from '#server/providers/content/sanity.ts'

import { openSanityTwin } from './fakes/sanity.ts'

/** The hosted store of content, at the other end of a real wire. */
export async function hostedContent(database: Database) {
  const twin = await openSanityTwin()
  afterAll(() => twin.close())
  return {
    ...sanityContent({ ...twin.options, database }),
    twin,
    /** Nothing is left but the assets of the pictures that test campaigns show. */
    empty: async () => {
      twin.reset()
      for (const letter of ['a', 'b', 'c']) {
        const assetId = `image-${letter.repeat(40)}-10x20-webp`
        twin.put({ _id: assetId, _type: 'sanity.imageAsset' })
        await database.run(
          sql`insert into hosted_image (id, asset_id) values (${letter.repeat(64)}, ${assetId})`,
        )
      }
    },
  }
}

/** A user as the store takes one. */
export const someone = {
  uid: 'uid-someone',
  firstname: 'Some',
  lastname: 'One',
  email: 'someone@example.com',
  gender: 'Other',
  terms: true,
  emailVerified: false,
} as const
