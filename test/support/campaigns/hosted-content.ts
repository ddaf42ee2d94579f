import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll } from 'vitest'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { diskImageStorage } from '#server/platform/images/disk-storage.ts'
import type { SlugDigests } from '#server/providers/content/slug.ts'
import { sanityContent } from '#server/providers/content/sanity/sanity-content.ts'
import type { ContentStore } from '#server/providers/content/content.ts'
import { openFakeSanity } from '#test/support/providers/sanity.ts'
import type { Person } from '#test/support/people/people.ts'

export const storeKinds = ['embedded', 'hosted'] as const
export type StoreKind = (typeof storeKinds)[number]

/** The hosted content store, connected to a fake of Sanity by HTTP. */
export async function hostedContent(
  database: Database,
  options: { digests?: SlugDigests; webhookSecret?: string } = {},
) {
  const fakeSanity = await openFakeSanity()
  afterAll(() => fakeSanity.close())
  const { dataDir, ownImages } = ownImageStorage()
  return {
    ...sanityContent({ ...fakeSanity.options, database, ownImages, ...options }),
    fakeSanity,
    dataDir,
    ownImages,
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

/** A folder for images, deleted after the test. */
export function ownImageStorage() {
  const dataDir = mkdtempSync(join(tmpdir(), 'ajo-own-images-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  return { dataDir, ownImages: diskImageStorage(join(dataDir, 'images')) }
}

/** The profile document of a person in the hosted store. Embedded profiles are made with the account. */
export async function insertProfile(content: Pick<ContentStore, 'insertUser'>, person: Person) {
  const { uid, firstname, lastname, email } = person
  const about = { gender: 'Female', terms: true, emailVerified: true } as const
  await content.insertUser({ uid, firstname, lastname, email, ...about })
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
