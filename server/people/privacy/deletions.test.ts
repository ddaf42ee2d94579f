import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { problemSchema } from '#shared/errors.ts'
import { deletedCampaignResponseSchema } from '#shared/deleted-campaign.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { openDeletionApp } from '#test/support/people/deletion-app.ts'
import { storeKinds } from '#test/support/campaigns/hosted-content.ts'
import { moderate } from '#test/support/campaigns/moderation.ts'
import { as, bola, visitor, type Person } from '#test/support/people/people.ts'

import { sql } from '../../platform/database/sql.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import { redactTitle } from './deletions.ts'
import { insertReport } from '../../staff/moderation/reports.ts'

const reason = 'The hospital does not know this patient.'

const titlesRow = z.object({ campaigns: z.array(z.object({ title: z.string() })), total: z.int() })

describe.each(storeKinds)('with the %s content store', async (kind) => {
  const at = await openDeletionApp(kind)
  const { owner } = at
  let organiser: Person
  let reviewer: Person
  let campaign: StoredCampaign
  let reference: string

  beforeEach(async () => {
    ;({ organiser, reviewer, campaign } = await at.reset())
    reference = await at.donate(campaign)
  })

  const readReasons = async (response: Response) =>
    z.parse(problemSchema, await response.json()).error.reasons
  const decide = async (action: 'freeze' | 'dismiss', { id }: { id: string }) => {
    const { findCase, act } = moderate(at.app)
    return act(reviewer, (await findCase(reviewer, id)).id, action, { reason })
  }
  const freeze = () => decide('freeze', campaign)
  const readRemains = async (slug = campaign.slug) => {
    const response = await as(at.app, visitor)(`/api/deleted-campaigns/${slug}`)
    return response.status === 200
      ? z.parse(deletedCampaignResponseSchema, await response.json()).campaign
      : response.status
  }

  async function countRows(...tables: string[]) {
    const counts = await Promise.all(
      tables.map((name) =>
        owner.pool.query(`select from ${name}`).then(({ rowCount }) => rowCount ?? 0),
      ),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }

  /** The tables with a row that contains the words. */
  async function findWords(words: RegExp) {
    const tables = await owner.rows(
      z.object({ name: z.string() }),
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await owner.pool.query<{ row: string }>(
        `select row_to_json(t)::text as row from "${name}" t`,
      )
      if (rows.some(({ row }) => words.test(row))) found.push(name)
    }
    return found.toSorted()
  }

  const readPage = (path: string) => as(at.app, visitor)(path)
  const readTotal = async (path: string) =>
    z.parse(titlesRow, await (await readPage(path)).json()).total

  it('refuses to delete the account of a reported and frozen campaign with money, and keeps all of it', async () => {
    await at.report(campaign)
    await freeze()
    await at.runTask('apply-payout-holds')
    await at.report(campaign)
    await at.end(campaign)

    const response = await at.deleteAccount(organiser)
    expect(response.status).toBe(409)
    expect(await readReasons(response)).toEqual([
      'campaign-frozen',
      'check-open',
      'payouts-stopped',
      'money-unsettled',
    ])
    expect((await as(at.app, visitor)(`/api/campaigns/by-slug/${campaign.slug}`)).status).toBe(200)
    expect(await (await as(at.app, reviewer)('/api/cases')).text()).toContain(campaign.id)
    expect((await as(at.app, organiser)('/api/account/data')).status).toBe(200)
    expect(await countRows('evidence', 'deleted_campaign')).toBe(0)
  })

  it('refuses to delete a reported campaign without donations until the report is decided', async () => {
    const unpaid = await at.publish(organiser)
    await at.report(unpaid)
    const refused = await at.deleteCampaign(organiser, unpaid)
    expect(refused.status).toBe(409)
    // The owner does not learn of the report.
    expect(await readReasons(refused)).toEqual(['check-open'])
    expect(await at.content.findCampaign(unpaid.id)).toBeDefined()

    expect((await decide('dismiss', unpaid)).status).toBe(204)
    expect((await at.deleteCampaign(organiser, unpaid)).status).toBe(204)
    expect(await at.content.findCampaign(unpaid.id)).toBeUndefined()
    expect(await readRemains(unpaid.slug)).toBe(404)
  })

  it('keeps the upload of a picture that another campaign of the owner shows', async () => {
    const other = await at.publish(organiser)
    expect(other.images.map(({ id }) => id)).toEqual(campaign.images.map(({ id }) => id))
    expect((await at.deleteCampaign(organiser, other)).status).toBe(204)
    expect(await at.images.getOwn(organiser.uid, campaign.images)).toHaveLength(1)
  })

  it('leaves title, sums and ledger of a deleted campaign, and no name, address, number or picture', async () => {
    await at.recordAnswer(campaign, 'Call 0801 234 5678, file 77.')
    await at.runJobs()
    await at.settle([reference])
    await at.end(campaign)
    expect((await at.deleteAccount(organiser)).status).toBe(204)

    expect(await readRemains()).toEqual({
      slug: campaign.slug,
      title: '…’s surgery in Ife',
      category: campaign.category,
      startDate: campaign.startDate,
      endDate: '2026-06-01',
      deletedOn: '2026-05-01',
      donated: 500_000,
      refunded: 0,
      raised: 500_000,
      donors: 1,
    })
    expect(await readRemains(campaign.slug.toUpperCase())).toMatchObject({ raised: 500_000 })
    expect(await readRemains(campaign.id)).toMatchObject({ raised: 500_000 })
    const ledger = await as(at.app, visitor)(`/api/campaigns/${campaign.slug}/ledger`)
    expect(await ledger.json()).toMatchObject({
      campaign: { title: '…’s surgery in Ife', slug: campaign.slug },
      sums: { raised: 500_000 },
    })
    expect((await as(at.app, visitor)(`/api/campaigns/${campaign.slug}/ledger.csv`)).status).toBe(
      200,
    )
    expect((await as(at.app, visitor)(`/api/campaigns/by-slug/${campaign.slug}`)).status).toBe(404)
    expect((await at.ledger.checkLedger()).findings).toEqual([])
    expect((await at.transparency.checkLog()).findings).toEqual([])

    // Donors keep the title on their receipts; mails are deleted after their term.
    expect(await findWords(/Ada Obi|ada-obi|obi/i)).toEqual(
      expect.not.arrayContaining([
        'campaign',
        'campaign_slug',
        'campaign_listing',
        'search_word',
        'deleted_campaign',
        'campaign_history',
        'user_document',
      ]),
    )
    expect(await findWords(/0801 234 5678|file 77|ada-obi/)).toEqual([])
    expect(await findWords(/four hundred families/)).toEqual([])
    const left = [...(at.hosted?.fakeSanity.documents.values() ?? [])]
    expect(left.filter(({ _type }) => _type === 'campaign')).toEqual([])
  })

  it('never gives the address of a deleted campaign to another one', async () => {
    await at.settle([reference])
    await at.end(campaign)
    await at.deleteAccount(organiser)
    const other = await at.createPerson(bola)
    const next = await at.publish(other)
    expect(next.slug).toMatch(new RegExp(`^${campaign.slug}-[a-z0-9]{5}$`))
    expect(await readRemains()).toMatchObject({ raised: 500_000 })
  })

  it('counts a report that another connection adds at the same moment', async () => {
    const unpaid = await at.publish(organiser)
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    // Another connection reports the campaign and has not committed.
    const report = owner.transaction(async (queries) => {
      await insertReport(queries, {
        id: randomUUID(),
        campaign: { id: unpaid.id, title: '', ownerUid: null },
        reason: 'fraud',
        details: 'Not true.',
        at: new Date(),
      })
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const deletion = at.deleteCampaign(organiser, unpaid)
    await at.waitForLock()
    release.resolve()
    await report
    const response = await deletion
    expect(response.status).toBe(409)
    expect(await readReasons(response)).toEqual(['check-open'])
    expect(await at.content.findCampaign(unpaid.id)).toBeDefined()
  })

  it('refuses a report and a donation that come after the check of the deletion', async () => {
    const unpaid = await at.publish(organiser)
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const deletion = owner.transaction(async ({ run }) => {
      await run(sql`select pg_advisory_xact_lock(hashtextextended(${`deletion ${unpaid.id}`}, 0))`)
      await run(sql`insert into deleted_campaign (campaign_id, title, category, was_public, deleted_at)
        values (${unpaid.id}, '', 'Health', true, now())`)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const report = at.report(unpaid)
    const donation = as(at.app, visitor)(`/api/campaigns/${unpaid.id}/donations`, {
      method: 'POST',
      headers: { 'idempotency-key': 'a'.repeat(20) },
      body: {
        amount: '5,000',
        email: 'late@example.com',
        name: '',
        message: '',
        anonymous: false,
      },
    })
    await at.waitForLock()
    release.resolve()
    await deletion
    expect([(await report).status, (await donation).status]).toEqual([404, 404])
    expect(await findWords(/late@example.com|hospital does not know Ada/)).toEqual([])
    // The job finishes what was interrupted after the check.
    await at.runTask('finish-deletions')
    expect(await at.content.findCampaign(unpaid.id)).toBeUndefined()
  })

  it('holds the account of a donor whose refund or dispute is open', async () => {
    const donor = await at.createPerson(bola)
    const own = await at.pay(await at.start('other@example.com', { campaign, donorUid: donor.uid }))
    const dispute = at.provider.addDispute(own)
    await at.ledger.reconcileReversals()
    const refused = await at.deleteAccount(donor)
    expect(await readReasons(refused)).toEqual(['own-dispute-open'])
    at.provider.addDispute(own, { ...dispute, status: 'resolved', resolution: 'declined' })
    await at.ledger.reconcileReversals()
    expect((await at.deleteAccount(donor)).status).toBe(204)
  })

  it('holds nothing else of the owner: a pending campaign is withdrawn and its account deleted', async () => {
    const other = await at.createPerson(bola)
    const pending = await insertCampaignBy(at.content, other, 'pending')
    expect((await at.deleteAccount(other)).status).toBe(204)
    expect(await at.content.findCampaign(pending.id)).toBeUndefined()
    expect(await readRemains(pending.slug)).toBe(404)
  })

  it('omits a deleted campaign with donations from lists, search, feed, sitemap and share images', async () => {
    await at.runJobs()
    const lists = ['/api/campaigns', '/api/campaigns?q=surgery', '/api/campaigns?q=Ife']
    const pages = ['/sitemap.xml', '/campaigns.rss']
    for (const path of lists) expect(await readTotal(path)).toBe(1)
    for (const path of pages) expect(await (await readPage(path)).text()).toContain(campaign.slug)
    expect((await readPage(`/share/${campaign.id}`)).status).toBe(200)

    await at.settle([reference])
    await at.end(campaign)
    expect((await at.deleteAccount(organiser)).status).toBe(204)
    // Lists are cached for a while.
    at.pass(86_400_000)
    await at.runJobs()

    expect((await readPage(`/api/deleted-campaigns/${campaign.slug}`)).status).toBe(200)
    for (const path of lists) expect(await readTotal(path)).toBe(0)
    for (const path of pages) {
      const text = await (await readPage(path)).text()
      expect(text).not.toContain(campaign.slug)
      expect(text).not.toContain(campaign.id)
      expect(text).not.toMatch(/surgery in Ife/i)
    }
    for (const key of [campaign.id, campaign.slug])
      expect((await readPage(`/share/${key}`)).status).toBe(404)
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

it.each([
  ['Help Tunde walk again', ['Tunde Bakare'], 'Help … walk again'],
  ['Tunde Bakare’s surgery', ['TUNDE BAKARE'], '…’s surgery'],
  ['Omi fún Ọlá', ['Ola Ade'], 'Omi fún …'],
  ['A well for Ife', ['Ada Obi'], 'A well for Ife'],
  ['ADA-OBI fund', ['Ada', 'Obi'], '… fund'],
  ['Adaobi’s fund', ['Ada Obi'], 'Adaobi’s fund'],
])('turns %j with the names %j into %j', (title, names, redacted) => {
  expect(redactTitle(title, names)).toBe(redacted)
})

it('compares composed and decomposed letters alike', () => {
  expect(redactTitle('Omi fún Ọ̀ṣun'.normalize('NFD'), ['Ọ̀ṣun'.normalize('NFC')])).toBe(
    'Omi fún …'.normalize('NFC'),
  )
})
