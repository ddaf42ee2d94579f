import { beforeEach, describe, expect, it } from 'vitest'

import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { storeKinds } from '#test/support/campaigns/hosted-content.ts'
import { jpeg } from '#test/support/campaigns/image-files.ts'
import { moderate, takedownForm } from '#test/support/campaigns/moderation.ts'
import { ada, as, chidi, createPerson, visitor, type Person } from '#test/support/people/people.ts'
import { openStoreApps } from '#test/support/campaigns/store-apps.ts'

const { database, empty } = await testDatabase()
let passedMs = 0
const now = () => new Date(Date.now() + passedMs)
const { apps, emptyHosted, createOwner } = await openStoreApps(database, { now })

describe.each(storeKinds)('with the %s content store, a takedown', (kind) => {
  const { app, content, images } = apps[kind]
  const { report, findCase, act } = moderate(app)
  let owner: Person
  let reviewer: Person

  beforeEach(async () => {
    await empty()
    await emptyHosted()
    owner = await createOwner(kind)
    reviewer = await createPerson(database, chidi)
  })

  const status = async (path: string, who: Person | typeof visitor = visitor) =>
    (await as(app, who)(path)).status

  it.each(['approved', 'ended'] as const)(
    'hides a campaign that is %s and its pictures, and a restoration shows them again',
    async (before) => {
      const image = { ...(await images.add(ada.uid, await jpeg(1))), alt: 'The dry well' }
      const { id, slug } = await insertCampaignBy(content, ada, before, { images: [image] })
      const addresses = [
        `/api/campaigns/${id}`,
        `/api/campaigns/by-slug/${slug}`,
        `/api/campaigns/${id}/versions`,
        `/share/${id}`,
      ]
      const picture = `/images/${image.id}?w=320`
      const readAll = () => Promise.all([...addresses, picture].map((path) => status(path)))
      const readLists = async () => {
        // Feeds are cached for ten minutes.
        passedMs += 11 * 60_000
        return Promise.all(
          ['/sitemap.xml', '/campaigns.rss', '/api/campaigns'].map(async (path) =>
            (await (await as(app, visitor)(path)).text()).includes(slug),
          ),
        )
      }
      const listed = await readLists()
      expect(await readAll()).toEqual([200, 200, 200, 200, 200])

      await report(id)
      const found = await findCase(reviewer, id)
      expect((await act(reviewer, found.id, 'takedown', takedownForm)).status).toBe(204)
      expect(await readAll()).toEqual([410, 410, 410, 410, 404])
      expect(await readLists()).toEqual([false, false, false])
      for (const who of [owner, reviewer]) expect(await status(picture, who)).toBe(200)
      for (const path of [
        `/share/${id}`,
        `/embed/${slug}`,
        `/c/${slug}/badge.svg`,
        `/c/${slug}/updates.rss`,
      ]) {
        const shown = await as(app, owner)(path)
        expect([path, shown.status, shown.headers.get('cache-control')]).toEqual([
          path,
          200,
          'private, no-store',
        ])
      }
      expect(await content.showsImage(image.id)).toBe(false)

      expect((await act(reviewer, found.id, 'restore')).status).toBe(204)
      expect(await content.findCampaign(id)).toMatchObject({ status: before })
      expect(await readAll()).toEqual([200, 200, 200, 200, 200])
      expect(await readLists()).toEqual(listed)
    },
  )
})
