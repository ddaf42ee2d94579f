import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { openSealing } from '#server/platform/keys/open-sealing.ts'
import { isRefusal } from '#server/providers/identity/identity.ts'
import { diskImageStorage } from '#server/platform/images/disk-storage.ts'
import { openServices } from '#server/services.ts'
import { categories } from '#shared/category.ts'
import { campaignUpdatesSchema } from '#shared/campaign-update.ts'
import { daysLeft } from '#shared/day.ts'
import { supportersSchema } from '#shared/supporter.ts'
import { listWrongSums } from '#test/support/money/identities.ts'
import { openTestApp } from '#test/support/servers/app.ts'
import { testDatabase } from '#test/support/database/database.ts'

import { sampleCampaigns } from './campaigns.ts'
import { seedSampleData } from './seed.ts'

const { database, owner } = await testDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'ajo-seed-'))
const images = diskImageStorage(join(dataDir, 'images'))
const { app, config, log, content, identity } = await openTestApp(database, {
  env: { DATA_DIR: dataDir },
})

let people: Awaited<ReturnType<typeof seedSampleData>>

beforeAll(async () => {
  await database.run(sql`
    insert into log_state (log, origin, root, full_scan_at)
    values ('sandbox', 'ajo.example/log/sandbox', ${Buffer.alloc(32)}, now())`)
  people = await seedSampleData({ config, database, log }, openServices)
}, 120_000)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function campaigns(status: 'approved' | 'pending' | 'rejected') {
  return (await content.listCampaigns({ status }, { limit: 50 })).campaigns
}

const queryRow = <Shape extends z.core.$ZodShape>(shape: Shape, query: ReturnType<typeof sql>) =>
  owner.row(z.object(shape), query)

describe('the sample data', () => {
  it('has twelve open campaigns in all six categories, three ended, three pending and two rejected', async () => {
    const approved = await campaigns('approved')
    const open = approved.filter(({ endDate }) => (daysLeft(endDate) ?? 1) > 0)

    expect(open).toHaveLength(12)
    expect(new Set(open.map(({ category }) => category))).toEqual(new Set(categories))
    expect(approved.length - open.length).toBe(3)
    expect(await campaigns('pending')).toHaveLength(3)
    expect(await campaigns('rejected')).toHaveLength(2)
  })

  it('has distinct pictures with alternative texts, none of them blank', async () => {
    const all = [
      ...(await campaigns('approved')),
      ...(await campaigns('pending')),
      ...(await campaigns('rejected')),
    ].flatMap((campaign) => campaign.images)

    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    for (const { id, width, alt } of all) {
      expect(width).toBe(1280)
      expect(alt).not.toBe('')
      const { entropy } = await sharp(await images.read(id)).stats()
      expect(entropy).toBeGreaterThan(1.5)
    }
  })

  it('is divided at the sandbox as the ledger books it', async () => {
    const row = await queryRow(
      { paid: z.int(), different: z.int() },
      sql`select count(*) as paid,
            count(*) filter (where (t.main_share, t.sub_share) is distinct from (legs.balance - legs.owner, legs.owner)) as different
          from sandbox.transaction t
          join donation_reference known using (reference)
          cross join lateral (
            select sum(provider_balance_kobo)::bigint as balance,
              -sum(payable_due_kobo + payable_held_kobo + owner_receivable_kobo)::bigint as owner
            from ledger_entry entry
            where entry.campaign_id = known.campaign_id and entry.donation_id = known.donation_id) legs
          where t.paid_at is not null`,
    )
    expect(row?.paid).toBeGreaterThan(230)
    expect(row?.different).toBe(0)
  })

  it('is added to the transparency log without the hourly wait for entries of the past', async () => {
    const row = await queryRow(
      { at: z.nullable(z.date()) },
      sql`select full_scan_at as at from log_state`,
    )
    expect(row?.at).toBeNull()
  })

  it('has about three hundred donations of the last ninety days, each paid at the sandbox', async () => {
    const row = await queryRow(
      { count: z.int(), oldest: z.date(), newest: z.date(), early: z.int() },
      sql`select count(*) as count, min(d.created_at) as oldest, max(d.created_at) as newest,
          count(*) filter (where d.created_at < c.created_at) as early
        from donation d join campaign c on c.id::text = d.campaign_id`,
    )
    const dayMs = 86_400_000

    expect(row?.count).toBeGreaterThan(280)
    expect(row?.early).toBe(0)
    expect(row?.newest.getTime()).toBeLessThan(Date.now())
    expect(row?.oldest.getTime()).toBeGreaterThan(Date.now() - 95 * dayMs)
    const sums = await queryRow(
      { recorded: z.int(), paid: z.int() },
      sql`select (select sum(amount_kobo)::bigint from donation where state = 'paid') as recorded,
        (select sum(amount)::bigint from sandbox.transaction where status = 'success') as paid`,
    )
    expect(sums?.recorded).toBeGreaterThan(0)
    expect(sums?.recorded).toBe(sums?.paid)
  })

  it('has totals that equal the sums of the ledger entries, and entries that balance', async () => {
    const row = await queryRow(
      { entries: z.int(), totals: z.int(), balance: z.int(), quarantined: z.int() },
      sql`select (select sum(raised_kobo)::bigint from ledger_entry) as entries,
        (select sum(raised_kobo)::bigint from campaign_total) as totals,
        (select sum(donor_kobo + owner_kobo + platform_kobo + provider_kobo)::bigint from ledger_entry) as balance,
        (select count(*) from quarantined_payment) as quarantined`,
    )
    expect(row).toEqual({
      entries: row?.totals,
      totals: row?.totals,
      balance: 0,
      quarantined: 0,
    })
  })

  it('has sums that add up on every page, in the public ledger and in the CSV files', async () => {
    const sealing = await openSealing(config, database)
    const deps = { database, now: () => new Date(), mode: 'sandbox' as const, sealing }
    const rows = await database.rows(
      z.object({ id: z.string() }),
      sql`select id::text from campaign`,
    )
    for (const { id } of rows) expect(await listWrongSums(deps, id)).toEqual([])
  })

  it('has been paid out up to the last working day', async () => {
    const row = await queryRow(
      { paid: z.int(), later: z.int() },
      sql`select count(*)::integer as paid, count(*) filter (where donation.created_at >= settled_at)::integer as later
          from settlement_line join settlement using (mode, settlement_id)
          join donation on (donation.campaign_id, donation.id) = (settlement_line.campaign_id, donation_id)
          where status = 'success' and settlement.sub_account_code is not null`,
    )
    expect(row?.paid).toBeGreaterThan(150)
    expect(row?.later).toBe(0)
  })

  it('gives a reason for each rejection and sends no mail', async () => {
    const row = await queryRow(
      { reasons: z.int(), mails: z.int() },
      sql`select (select count(*) from campaign_history where to_status = 'rejected' and length(reason) > 50) as reasons,
        (select count(*) from mail_outbox) as mails`,
    )
    expect(row).toEqual({ reasons: 2, mails: 0 })
  })

  it('has an update, a follower and answered words of support on the page of one campaign', async () => {
    const sample = sampleCampaigns.find(
      (each) => each.outcome === 'approved' && each.update !== undefined,
    )
    const campaign = (await campaigns('approved')).find(({ title }) => title === sample?.title)
    const read = async <Schema extends z.ZodMiniType>(path: string, schema: Schema) =>
      z.parse(schema, await (await app.request(`/api/campaigns/${campaign?.id}/${path}`)).json())

    const { updates } = await read('updates', campaignUpdatesSchema)
    expect(updates.map(({ title }) => title)).toEqual(['The timber has arrived'])
    const { supporters } = await read('supporters?order=newest', supportersSchema)
    const answered = supporters.filter(({ reply }) => reply !== null)
    expect(answered).toHaveLength(1)
    expect(answered[0]?.words).not.toBeNull()
    const row = await queryRow(
      { followers: z.int(), jobs: z.int(), unlisted: z.int() },
      sql`select (select count(*) from campaign_follower) as followers,
        (select count(*) from graphile_worker.jobs where task_identifier = 'mail-campaign-update') as jobs,
        (select count(*) from donation where state = 'paid' and not hides_amount and listed_at is null) as unlisted`,
    )
    expect(row).toEqual({ followers: 1, jobs: 0, unlisted: 0 })
  })

  it('has one person per role who can log in', async () => {
    expect(people.map(({ role }) => role)).toEqual(['admin', 'reviewer', 'owner', 'donor'])
    for (const { email, password } of people) {
      const result = await identity.signIn({ email, password })
      expect(isRefusal(result)).toBe(false)
    }
  })
})
