import { createClient } from '@sanity/client'
import sharp from 'sharp'
import { beforeAll } from 'vitest'

import { contentStoreContract } from '#server/providers/content/content.contract.ts'
import { sanityContent } from '#server/providers/content/sanity/sanity-content.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { ownImageStorage } from '#test/support/campaigns/hosted-content.ts'

// Run by `npm run test:sanity` only, because it calls the real service.
const { SANITY_PROJECT = '', SANITY_TOKEN = '', SANITY_DATASET = '' } = process.env
const own = { projectId: SANITY_PROJECT, token: SANITY_TOKEN, dataset: SANITY_DATASET }

const { database, empty } = await testDatabase()
const { ownImages } = ownImageStorage()
const { content, imageStorage } = sanityContent({ ...own, database, ownImages, timeoutMs: 60_000 })
const client = createClient({ ...own, apiVersion: '2024-03-16', useCdn: false })
const images: { id: string; bytes: Uint8Array }[] = []

beforeAll(async () => {
  for (const [letter, background] of Object.entries({ a: '#111', b: '#222', c: '#333' })) {
    const image = sharp({ create: { width: 10, height: 20, channels: 3, background } })
    images.push({ id: letter.repeat(64), bytes: await image.webp().toBuffer() })
  }
})

contentStoreContract(
  `hosted (${SANITY_DATASET})`,
  async () => content,
  async () => {
    await empty()
    await client.delete({ query: '*[_type == "campaign"]' })
    await client.delete({ query: '*[_type == "user"]' })
    for (const { id, bytes } of images) await imageStorage.write(id, bytes)
  },
  { findsMisspelt: false },
)
