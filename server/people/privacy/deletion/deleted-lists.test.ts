import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { openDeletionApp } from '#test/deletion-app.ts'
import { storeKinds } from '#test/hosted-content.ts'
import { moderate } from '#test/moderation.ts'
import { as, visitor, type Person } from '#test/people.ts'

import { sql } from '../../../platform/database/sql.ts'
import type { StoredCampaign } from '../../../providers/content/content.ts'

const titlesRow = z.object({ campaigns: z.array(z.object({ title: z.string() })), total: z.int() })

describe.each(storeKinds)('with the %s content store', async (kind) => {
  const at = await openDeletionApp(kind)
  const { owner } = at
  let organiser: Person
  let reviewer: Person
  let campaign: StoredCampaign

  beforeEach(async () => {
    ;({ organiser, reviewer, campaign } = await at.reset())
  })

  const read = (path: string) => as(at.app, visitor)(path)
  const readTotal = async (path: string) =>
    z.parse(titlesRow, await (await read(path)).json()).total

  it('omits a deleted campaign with donations from lists, search, feed, sitemap and share images', async () => {
    const reference = await at.donate(campaign)
    await at.runJobs()
    const lists = ['/api/campaigns', '/api/campaigns?q=surgery', '/api/campaigns?q=Ife']
    const pages = ['/sitemap.xml', '/campaigns.rss']
    for (const path of lists) expect(await readTotal(path)).toBe(1)
    for (const path of pages) expect(await (await read(path)).text()).toContain(campaign.slug)
    expect((await read(`/share/${campaign.id}`)).status).toBe(200)

    await at.settle([reference])
    await at.end(campaign)
    expect((await at.deleteAccount(organiser)).status).toBe(204)
    // Lists are cached for a while.
    at.pass(86_400_000)
    await at.runJobs()

    expect((await read(`/api/deleted-campaigns/${campaign.slug}`)).status).toBe(200)
    for (const path of lists) expect(await readTotal(path)).toBe(0)
    for (const path of pages) {
      const text = await (await read(path)).text()
      expect(text).not.toContain(campaign.slug)
      expect(text).not.toContain(campaign.id)
      expect(text).not.toMatch(/surgery in Ife/i)
    }
    for (const key of [campaign.id, campaign.slug])
      expect((await read(`/share/${key}`)).status).toBe(404)
  })

  it('refuses a freeze that comes after the check of the deletion', async () => {
    await at.report(campaign)
    const { findCase, act } = moderate(at.app)
    const { id } = await findCase(reviewer, campaign.id)
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const deletion = owner.transaction(async ({ run }) => {
      await run(
        sql`select pg_advisory_xact_lock(hashtextextended(${`deletion ${campaign.id}`}, 0))`,
      )
      await run(sql`insert into deleted_campaign (campaign_id, title, category, was_public, deleted_at)
        values (${campaign.id}, '', 'Health', true, now())`)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const freeze = act(reviewer, id, 'freeze', { reason: 'The hospital does not know her.' })
    await at.waitForLock()
    release.resolve()
    await deletion
    expect((await freeze).status).toBe(404)
    const { rowCount } = await owner.pool.query('select from campaign_freeze')
    expect(rowCount).toBe(0)
    const { rows } = await owner.pool.query(
      `select event from campaign_history where event = 'freeze'`,
    )
    expect(rows).toEqual([])
  })
})
