import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { accessLogSchema } from '#shared/access-log.ts'
import {
  campaignFileSchema,
  consoleTotalsSchema,
  donationFileSchema,
  personFileSchema,
  searchResultSchema,
} from '#shared/console.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { payDonation } from '#test/support/money/paid-donation.ts'
import { ada, as, bola, dada } from '#test/support/people/people.ts'

const { at, database, owner, people } = await freshMoneyApp({ admin: dada, ada, bola })
const { admin } = people
let donation: { id: string; campaignId: string; reference: string; receipt: string }

beforeEach(async () => {
  const paid = await payDonation(at, { paidAt: at.clock.now, name: 'Ngozi Ọbi' })
  await at.runJobs()
  const found = await at.donations.findDonation(paid.accessCode)
  const issued = found && (await at.receipts.findReceipt(found))
  donation = { ...paid, receipt: issued?.facts.number ?? '' }
})

const read = async <Schema extends z.ZodMiniType>(path: string, schema: Schema) =>
  z.parse(schema, await (await as(at.app, admin)(`/api/admin${path}`)).json())
const search = (q: string) => read(`/search?q=${encodeURIComponent(q)}`, searchResultSchema)
const listReads = async () => (await read('/access-log', accessLogSchema)).entries

describe('GET /api/admin/search', () => {
  it.each([
    ['the name', () => 'ngozi'],
    ['the address', () => 'Donor@example.com'],
    ['the payment reference', () => donation.reference.toLowerCase()],
    ['the receipt number', () => donation.receipt.toLowerCase()],
    ['the amount', () => '₦5,000'],
    ['the id', () => donation.id],
  ])('finds a donation by %s, and the access log records it', async (_name, toQuery) => {
    const { donations } = await search(toQuery())
    expect(donations).toMatchObject([
      { id: donation.id, donor: 'Ngozi Ọbi', email: 'donor@example.com', status: 'success' },
    ])
    expect((await listReads())[0]).toMatchObject({
      action: 'GET /api/admin/search',
      concerns: 'donors',
    })
  })

  it.each(['5,000.01', 'nobody@example.com', '%', '2026-AAAA-AAAA', ''])(
    'finds nothing for %j',
    async (q) => {
      expect(await search(q)).toEqual({ donations: [], people: [], campaigns: [], onHold: [] })
    },
  )

  it('finds a guest and an account by the address, and a campaign by its title', async () => {
    const { people } = await search('donor@example.com')
    expect(people).toMatchObject([{ kind: 'guest', name: 'Ngozi Ọbi' }])
    expect((await search(ada.email)).people).toMatchObject([{ kind: 'account', id: ada.uid }])
    expect((await search('well for')).campaigns).toMatchObject([{ id: donation.campaignId }])
  })
})

it('finds a payment on hold by its reference in any case, until an admin has decided', async () => {
  await owner.run(sql`
    insert into quarantined_payment (id, mode, reference, transaction_id, reason, seen, created_at)
    values (gen_random_uuid(), 'sandbox', 'Q500', 500, 'unknown-reference', '{"amount": 700000}', now())`)
  expect((await search('q500')).onHold).toEqual([{ reference: 'Q500', amount: 7_000_00 }])
  await owner.run(sql`update quarantined_payment set state = 'dismissed', resolved_at = now()`)
  expect((await search('q500')).onHold).toEqual([])
})

describe('the pages of the console', () => {
  it('add up today and this month in Lagos', async () => {
    expect(await read('/totals', consoleTotalsSchema)).toMatchObject({
      today: { donations: 1, donated: 5_000_00, reversed: 0, fees: 75_00, platform: 1_00 },
      month: { donations: 1 },
    })
    at.clock.now = new Date('2026-05-31T23:30:00.000Z')
    expect(await read('/totals', consoleTotalsSchema)).toMatchObject({
      today: { donations: 0 },
      month: { donations: 0 },
    })
  })

  it('show what happened to a donation in the order of time', async () => {
    const file = await read(`/donations/${donation.id}`, donationFileSchema)
    expect(file.donation).toMatchObject({
      reference: donation.reference,
      receipt: donation.receipt,
      refundable: 5_000_00,
    })
    const kinds = file.events.map(({ kind }) => kind)
    for (const kind of ['started', 'payment', 'ledger', 'receipt', 'mail'])
      expect(kinds).toContain(kind)
    expect(file.events.map((event) => event.at)).toEqual(
      file.events.map((event) => event.at).toSorted(),
    )
    expect((await listReads())[0]).toMatchObject({ action: 'GET /api/admin/donations/:id' })
  })

  it('show a guest and an account with their donations, and record whose data was read', async () => {
    const { donation: found } = await read(`/donations/${donation.id}`, donationFileSchema)
    const guest = await read(`/people/${found.personId}`, personFileSchema)
    expect(guest).toMatchObject({
      person: { kind: 'guest', email: 'donor@example.com' },
      donations: [{ id: donation.id }],
    })
    const account = await read(`/people/${ada.uid}`, personFileSchema)
    expect(account.campaigns).toMatchObject([{ id: donation.campaignId }])
    const row = await database.pool.query<{ uids: string[] }>(
      'select subject_uids as uids from access_log',
    )
    expect(row.rows.flatMap(({ uids }) => uids)).toContain(ada.uid)
  })

  it('show a campaign with its organiser and totals', async () => {
    const file = await read(`/campaigns/${donation.campaignId}`, campaignFileSchema)
    expect(file).toMatchObject({
      organiser: { id: ada.uid, email: ada.email },
      totals: { donations: 1, donated: 5_000_00 },
    })
  })

  it('say that a campaign is paused, list the pause once, and name why payouts were held', async () => {
    const { campaignId } = donation
    await owner.run(sql`
      insert into campaign_freeze (campaign_id, reason, actor_uid, at) values (${campaignId}, 'Reports', ${dada.uid}, now())`)
    await owner.run(sql`
      insert into campaign_history (campaign_id, id, event, from_status, to_status, actor_uid, at)
      values (${campaignId}, gen_random_uuid(), 'freeze', 'approved', 'frozen', ${dada.uid}, now())`)
    await owner.run(sql`
      insert into payout_stop (campaign_id, kind, started_at) values (${campaignId}, 'payee', now())`)
    await owner.run(sql`
      insert into payout_stop (campaign_id, kind, started_at, ended_at, ended_by, reason)
      values (${campaignId}, 'reviewer', now(), now(), ${dada.uid}, 'Seen')`)
    const { campaign, events } = await read(`/campaigns/${campaignId}`, campaignFileSchema)
    expect(campaign.isPaused).toBe(true)
    expect(events.filter(({ name }) => name === 'freeze')).toMatchObject([{ by: dada.email }])
    expect(events).toContainEqual(expect.objectContaining({ name: 'hold-payouts', stop: 'payee' }))
    expect(events.find(({ name }) => name === 'release-payouts')).toMatchObject({
      stop: null,
      reason: 'Seen',
    })
  })
})
