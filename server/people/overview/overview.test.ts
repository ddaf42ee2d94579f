import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { campaignStatuses } from '#shared/campaign.ts'
import { kobo } from '#shared/money.ts'
import { accountOverviewSchema } from '#shared/overview.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import type { donationBy } from '#test/support/money/ledger.ts'
import { openMoneyApp, type MoneyApp } from '#test/support/money/money-app.ts'
import { ada, as, bola, createPerson, visitor, type Person } from '#test/support/people/people.ts'

import type { StoredCampaign } from '../../providers/content/content.ts'

const { database, owner } = await freshDatabase()
const queries = { count: 0 }
let at: MoneyApp
let campaign: StoredCampaign
let people: { ada: Person; bola: Person }

beforeEach(async () => {
  at = await openMoneyApp({ database: countQueries(database), owner })
  people = { ada: await createPerson(database, ada), bola: await createPerson(database, bola) }
  const open = { startDate: '2026-05-02', endDate: '2026-06-01' }
  campaign = await insertCampaignBy(at.content, ada, 'approved', open)
})

/** Counts the statements outside of transactions. */
function countQueries(counted: Database): Database {
  return {
    ...counted,
    rows: (...statement) => {
      queries.count += 1
      return counted.rows(...statement)
    },
    row: (...statement) => {
      queries.count += 1
      return counted.row(...statement)
    },
  }
}

/** Begins a donation of ₦5,000, unless the change says otherwise. */
async function donate(email: string, change: Parameters<typeof donationBy>[1] = {}) {
  const reference = await at.start(email, { campaign, ...change })
  at.pass(1_000)
  return reference
}

async function pay(reference: string) {
  await at.pay(reference, { paidAt: at.clock.now })
}

describe('GET /api/overview', () => {
  const overview = async (who: Person | typeof visitor) =>
    (await as(at.app, who)('/api/overview')).json()

  it('shows an account the figures of its campaigns in every status', async () => {
    const other = await insertCampaignBy(at.content, bola, 'approved', { endDate: '2026-06-01' })
    for (const status of campaignStatuses)
      if (status !== 'approved') await insertCampaignBy(at.content, ada, status)
    for (const email of ['a@example.com', 'A@example.com', 'b@example.com'])
      await pay(await donate(email))
    await pay(await donate('a@example.com', { campaign: other }))
    await donate('unpaid@example.com')
    const campaigns = campaignStatuses.length
    const account = { scope: 'account', donations: 15_000_00, donors: 2, campaigns }
    expect(await overview(people.ada)).toEqual(account)
    const ofBola = { ...account, donations: 5_000_00, donors: 1, campaigns: 1 }
    expect(await overview(people.bola)).toEqual(ofBola)
    const platform = { scope: 'platform', donations: 20_000_00, donors: 2, campaigns: 2 }
    expect(await overview(visitor)).toEqual(platform)
  })
})

describe('GET /api/overview/account', () => {
  const read = async (who: Person) => {
    const response = await as(at.app, who)('/api/overview/account')
    expect(response.status).toBe(200)
    return z.parse(accountOverviewSchema, await response.json())
  }

  it('shows a new person how to begin', async () => {
    expect(await read(people.bola)).toEqual({
      nextSteps: [{ kind: 'start-campaign' }, { kind: 'find-campaign' }],
      organiser: null,
      donor: null,
    })
  })

  it('shows an organiser the campaigns, with those that are over at the end', async () => {
    await insertCampaignBy(at.content, ada, 'ended', { createdAt: new Date('2027-01-01') })
    await pay(await donate('donor@example.com'))
    const { organiser, donor } = await read(people.ada)
    expect(donor).toBeNull()
    expect(organiser).toMatchObject({
      total: 2,
      campaigns: [
        { id: campaign.id, status: 'approved', goal: 5_000_000_00, raised: 5_000_00, daysLeft: 31 },
        { status: 'ended', raised: 0 },
      ],
    })
  })

  it('shows an organiser the days of the money in Lagos over 30 days, and the latest paid donations', async () => {
    at.clock.now = new Date('2026-05-01T21:00:00Z')
    const late = await donate('late@example.com')
    await pay(await donate('early@example.com'))
    at.clock.now = new Date('2026-05-30T22:59:00Z')
    await pay(late)
    await donate('unpaid@example.com')
    await pay(await donate('anonymous@example.com', { form: { anonymous: true } }))

    const { organiser } = await read(people.ada)
    expect(organiser?.days).toHaveLength(30)
    expect(organiser?.days[0]).toEqual({ day: '2026-05-01', donations: 1, donated: 5_000_00 })
    expect(organiser?.days[1]).toEqual({ day: '2026-05-02', donations: 0, donated: 0 })
    expect(organiser?.days.at(-1)).toEqual({
      day: '2026-05-30',
      donations: 2,
      donated: 10_000_00,
    })
    expect(organiser?.latest.map(({ status }) => status)).toEqual(['success', 'success', 'success'])
    expect(organiser?.latest[0]?.donor).toBe('Anonymous')
  })

  it('shows an organiser what was paid out of all campaigns, the last day of it and what was not', async () => {
    const other = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2026-06-01' })
    const references = [
      await donate('one@example.com'),
      await donate('two@example.com', { campaign: other }),
    ]
    for (const reference of references) await pay(reference)
    const readPayouts = async () => (await read(people.ada)).organiser?.payouts
    const before = await readPayouts()
    expect(before).toMatchObject({ paidOut: 0, held: 0, owedBack: 0, lastDay: null })
    at.provider.addSettlement(references.slice(0, 1))
    await at.runTask('reconcile-settlements')
    const after = await readPayouts()
    expect(after?.paidOut).toBe((before?.due ?? 0) / 2)
    expect(after?.due).toBe(after?.paidOut)
    expect(after?.lastDay).toMatch(/^2026-05-/)
  })

  it('shows a donor what they gave, without what came back, and the public campaigns', async () => {
    const gone = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2026-06-01' })
    const donorUid = bola.uid
    await pay(await donate(bola.email, { donorUid, campaign: gone }))
    const partly = await donate(bola.email, { donorUid })
    const fully = await donate(bola.email, { donorUid })
    await pay(partly)
    await pay(fully)
    await donate(bola.email, { donorUid })
    at.provider.addRefund(partly, { amount: kobo(2_000_00), status: 'processed' })
    at.provider.addRefund(fully, { status: 'processed' })
    await at.runTask('reconcile-reversals')
    await at.runJobs()
    await at.content.changeCampaign(gone.id, { to: 'taken-down' })

    const { donor, organiser, nextSteps } = await read(people.bola)
    expect(organiser).toBeNull()
    expect(nextSteps).toEqual([{ kind: 'find-campaign' }])
    expect(donor).toMatchObject({ given: 8_000_00, donations: 2, campaigns: [{ id: campaign.id }] })
    expect(donor?.campaigns).toHaveLength(1)
    expect(donor?.receipts.map(({ status }) => status)).toEqual([
      'refunded',
      'partially refunded',
      'success',
    ])
    expect(donor?.receipts[0]?.number).toMatch(/^2026-/)
  })

  it('names the campaign with a donor to thank until they are thanked', async () => {
    await at.confirmedAddresses.confirmAccount('donor@example.com')
    await pay(await donate('donor@example.com', { form: { updates: true } }))
    for (const email of ['b@example.com', 'c@example.com']) await pay(await donate(email))
    const step = { kind: 'thank-donors', campaign: { id: campaign.id, title: campaign.title } }
    expect((await read(people.ada)).nextSteps).toEqual([step])

    await database.run(sql`insert into thank_you_delivery (campaign_id, donor_key, message_id, sent_at)
      select campaign_id, donor_key, gen_random_uuid(), ${at.clock.now} from donation where wants_updates`)
    at.pass(8 * 86_400_000)
    expect((await read(people.ada)).nextSteps).toEqual([])
  })

  it('reads drafts, questions about changes and freezes for the next steps', async () => {
    await at.drafts.save({ ownerUid: ada.uid }, { values: { title: 'A school' }, tab: 0 })
    await database.run(sql`insert into campaign_pending_change (campaign_id, status, proposed, at)
      values (${campaign.id}, 'information-requested', '{}', now())`)
    await database.run(sql`insert into campaign_freeze (campaign_id, reason, actor_uid, at)
      values (${campaign.id}, 'A question', 'reviewer', now())`)
    const { id, title } = campaign
    expect((await read(people.ada)).nextSteps).toEqual([
      { kind: 'answer-reviewer', campaign: { id, title } },
      { kind: 'finish-draft' },
    ])
  })

  it('needs as many queries for much as for little', async () => {
    const donorUid = ada.uid
    await pay(await donate(ada.email, { donorUid }))
    const count = async () => {
      queries.count = 0
      await read(people.ada)
      return queries.count
    }
    const few = await count()
    for (let index = 0; index < 4; index++) {
      const other = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2026-06-01' })
      await pay(await donate(ada.email, { donorUid, campaign: other }))
    }
    expect(await count()).toBe(few)
  })
})
