import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { hostedContent } from '#test/support/campaigns/hosted-content.ts'
import { ada, bola } from '#test/support/people/people.ts'
import { jpeg } from '#test/support/campaigns/image-files.ts'

import { collectHostedOrphans, collectOrphans, releaseImages } from './orphans.ts'
import { s3ImageStorage } from './s3-storage.ts'

const { database, empty } = await testDatabase()
const hostedStores = await hostedContent(database)
const { hosted } = hostedStores
const days = (count: number) => () => new Date(Date.now() + count * 86_400_000)
const now = days(0)
const ours = await openCampaignApp(database, { now })
const theirs = await openCampaignApp(database, { now, stores: hostedStores })
const unreachable = s3ImageStorage({
  endpoint: 'http://127.0.0.1:1',
  region: 'af-south-1',
  bucket: 'pictures',
  accessKey: 'key',
  secretKey: 'secret',
})
const stores = {
  'our own': {
    ...ours,
    collect: (later: number, storage = ours.imageStorage) =>
      collectOrphans({ database, storage, now: days(later) }),
  },
  'a hosted': {
    ...theirs,
    collect: (later: number, storage = theirs.imageStorage) =>
      collectHostedOrphans({ database, storage, hosted, now: days(later) }),
  },
}

describe.each(['our own', 'a hosted'] as const)(
  'the nightly deletion of images with %s content store',
  (kind) => {
    const { content, images, imageStorage, collect } = stores[kind]
    let id: string

    beforeEach(async () => {
      await empty()
      await hostedStores.empty()
      id = (await images.add(ada.uid, await jpeg())).id
      await images.read(id, 640)
    })

    const isStored = async () => (await imageStorage.read(id)) !== undefined
    const campaignImages = () => [{ id, width: 10, height: 10, alt: '' }]

    it('deletes an image at once that its owner has given up, and keeps it while another person uploads it', async () => {
      await images.add(bola.uid, await jpeg())
      const release = ({ uid }: { uid: string }) =>
        database.transaction((queries) =>
          releaseImages(queries, { ownerUid: uid, images: [{ id }] }),
        )
      await release(ada)
      expect(await collect(0)).toBe(0)
      expect(await images.read(id, 320)).toBeDefined()

      await release(bola)
      expect(await collect(0)).toBe(1)
      for (const key of [id, `${id}-320`, `${id}-640`])
        expect(await imageStorage.read(key)).toBeUndefined()
      expect(await images.read(id, 640)).toBeUndefined()
    })

    it('deletes an unused image in every width after a day', async () => {
      expect(await collect(0.9)).toBe(0)
      expect(await isStored()).toBe(true)

      expect(await collect(1.1)).toBe(1)
      expect(await isStored()).toBe(false)
      expect(await imageStorage.read(`${id}-640`)).toBeUndefined()
      await expect(images.getOwn(ada.uid, [{ id, alt: '' }])).rejects.toMatchObject({
        code: 'invalid-input',
      })
      expect(await collect(1.1)).toBe(0)
    })

    it('deletes an image in its next run whose storage did not respond', async () => {
      await expect(collect(1.1, unreachable)).rejects.toThrow('the image bucket is unavailable')
      expect(await collect(1.1)).toBe(1)
      expect(await isStored()).toBe(false)
      expect(await imageStorage.read(`${id}-640`)).toBeUndefined()
    })

    it('keeps an image that is uploaded again while others are deleted', async () => {
      const { id: other } = await images.add(bola.uid, await jpeg(2))
      await database.run(sql`update image_upload set created_at = now() - interval '9 days'`)
      const claim = (image: string) =>
        database.run(sql`update image_upload set created_at = now() where image_id = ${image}`)
      const busy = {
        ...imageStorage,
        delete: async (key: string) => {
          if (key === id) await claim(other)
          if (key === other) await claim(id)
          await imageStorage.delete(key)
        },
      }
      expect(await collect(0, busy)).toBe(1)
      const left = await Promise.all([id, other].map((each) => imageStorage.read(each)))
      expect(left.filter((bytes) => bytes !== undefined)).toHaveLength(1)
    })

    it('keeps the images of a campaign until it is deleted', async () => {
      const campaign = await insertCampaignBy(content, ada, 'rejected', {
        images: campaignImages(),
      })
      expect(await collect(400)).toBe(0)

      await content.deleteCampaign(campaign.id)
      expect(await collect(400)).toBe(1)
    })

    it('keeps the images of an earlier version', async () => {
      const content = JSON.stringify({ images: campaignImages() })
      await database.run(
        sql`insert into campaign_version (campaign_id, number, kind, content, review, at)
          values ('a-campaign', 1, 'approved', ${content}, 'reviewed', now())`,
      )
      expect(await collect(400)).toBe(0)
      await database.run(sql`delete from campaign_version`)
      expect(await collect(400)).toBe(1)
    })

    it('keeps the images of a draft', async () => {
      await database.run(
        sql`insert into campaign_draft (owner_uid, campaign_id, writer, sequence, form, tab, saved_at)
      values (${ada.uid}, '', '', 0, ${JSON.stringify({ images: campaignImages() })}, 1, now())`,
      )
      expect(await collect(400)).toBe(0)
      expect(await isStored()).toBe(true)
    })

    it('keeps an image that was uploaded again', async () => {
      await database.run(sql`update image set created_at = now() - interval '9 days'`)
      await database.run(sql`update image_upload set created_at = now() - interval '9 days'`)
      await images.add(ada.uid, await jpeg())
      expect(await collect(0)).toBe(0)
      await images.add(bola.uid, await jpeg())
      expect(await collect(0)).toBe(0)
    })

    it('deletes more images than one batch holds', async () => {
      await database.run(
        sql`insert into image (id, width, height, size_bytes, created_at)
      select lpad(to_hex(n), 64, '0'), 1, 1, 1, now() from generate_series(1, 450) n`,
      )
      expect(await collect(2)).toBe(451)
      const left = await database.row(
        z.object({ count: z.int() }),
        sql`select count(*) as count from image`,
      )
      expect(left?.count).toBe(0)
    })

    it('keeps the images of a pending change', async () => {
      await database.run(
        sql`insert into campaign_pending_change (campaign_id, status, proposed, at)
      values ('a', 'pending', ${JSON.stringify({ images: campaignImages() })}::jsonb, now())`,
      )
      expect(await collect(400)).toBe(0)
    })
  },
)
