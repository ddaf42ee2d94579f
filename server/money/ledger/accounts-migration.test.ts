import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { emptyTestDatabase } from '#test/database.ts'

import { migrate } from '../../platform/database/migrate.ts'

const migrations = join(import.meta.dirname, '../../platform/database/migrations')
const directory = mkdtempSync(join(tmpdir(), 'ajo-accounts-'))
afterAll(() => rmSync(directory, { recursive: true }))
let client: pg.Client

const copyMigrations = (until: string) => {
  for (const name of readdirSync(migrations).filter((file) => file < until))
    cpSync(join(migrations, name), join(directory, name))
}

/** A database of the version before, with donations of ₦5,000: in full, with a late fee, refunded. */
beforeAll(async () => {
  const connection = await emptyTestDatabase()
  copyMigrations('0022')
  await migrate(connection, directory)
  client = new pg.Client(connection)
  await client.connect()
  await client.query(`
    insert into donation (campaign_id, id, mode, reference, access_code, owner_uid, donor_email_sealed, donor_key, donor_name, message,
      anonymous, amount_kobo, platform_kobo, quoted_fee_kobo, sub_account_code, campaign_title, campaign_slug, state, created_at)
    select campaign, (n || '0000000-0000-4000-8000-000000000000')::uuid, 'sandbox', 'AJO-' || repeat(n::text, 32),
      repeat(n::text, 22), 'ada', '', sha256(n::text::bytea), '', '', false, 500000, 100, 7500, 'ACCT_1', '', '', 'paid', now()
    from (values (1, 'well'), (2, 'well'), (3, 'school')) made (n, campaign);
    insert into provider_payment (campaign_id, donation_id, mode, transaction_id, status, amount_kobo, requested_kobo, fees_kobo,
      currency, paid_at, asked_at)
    select campaign_id, id, mode, left(id::text, 1)::bigint, 'success', 500000, 500000, 7500, 'NGN', '2026-04-30T23:30:00Z', now()
    from donation;
    insert into provider_transaction select mode, left(id::text, 1)::bigint, reference from donation;
    insert into ledger_entry (campaign_id, effect_key, mode, kind, donation_id, owner_uid, transaction_id, donor_kobo, owner_kobo,
      platform_kobo, provider_kobo, raised_kobo, source, at, reversal_key)
    select campaign, kind || ':sandbox:' || n, 'sandbox', kind, (n || '0000000-0000-4000-8000-000000000000')::uuid, 'ada', n,
      donor, owner, platform, provider, raised, 'webhook', '2026-05-01T10:00:00Z', reversal
    from (values
      (1, 'well', 'charge', -500000, 492400, 100, 7500, 500000, null),
      (2, 'well', 'charge', -500000, 499900, 100, 0, 500000, null),
      (2, 'well', 'fee', 0, -7500, 0, 7500, 0, null),
      (3, 'school', 'charge', -500000, 492400, 100, 7500, 500000, null),
      (3, 'school', 'refund', 500000, -500000, 0, 0, -500000, 'refund:sandbox:3'))
      booked (n, campaign, kind, donor, owner, platform, provider, raised, reversal);
    insert into campaign_total
    select campaign_id, mode, left(donation_id::text, 1)::smallint, sum(raised_kobo), 500000, 500000 - sum(raised_kobo), 1, 0, null, 0
    from ledger_entry group by 1, 2, 3;
    insert into owner_total select 'ada', mode, slot, raised_kobo, gross_kobo, reversed_kobo, 1, 0 from campaign_total;
    insert into platform_total select mode, slot, raised_kobo, gross_kobo, reversed_kobo, 1, 0 from campaign_total`)
  copyMigrations('0023')
  await migrate(connection, directory)
})
afterAll(() => client.end())

it('derives the parties of earlier entries from the accounts, unchanged', async () => {
  const { rows } = await client.query(
    'select effect_key, donor_kobo, owner_kobo, platform_kobo, provider_kobo from ledger_entry order by effect_key',
  )
  const toRow = (effect_key: string, ...[donor, owner, platform, provider]: number[]) => ({
    effect_key,
    donor_kobo: String(donor),
    owner_kobo: String(owner),
    platform_kobo: String(platform),
    provider_kobo: String(provider),
  })
  expect(rows).toEqual([
    toRow('charge:sandbox:1', -500_000, 492_400, 100, 7_500),
    toRow('charge:sandbox:2', -500_000, 499_900, 100, 0),
    toRow('charge:sandbox:3', -500_000, 492_400, 100, 7_500),
    toRow('fee:sandbox:2', 0, -7_500, 0, 7_500),
    toRow('refund:sandbox:3', 500_000, -500_000, 0, 0),
  ])
})

it('lets the owner of a refunded donation owe what was never due, and dates charges by their payment', async () => {
  const { rows } = await client.query(
    `select campaign_id, sum(payable_due_kobo)::integer as due, sum(owner_receivable_kobo)::integer as owed,
       sum(donor_clearing_kobo)::integer as clearing, min(effective_at) filter (where kind = 'charge') as paid
     from ledger_entry group by 1 order by 1`,
  )
  const paid = new Date('2026-04-30T23:30:00Z')
  expect(rows).toEqual([
    { campaign_id: 'school', due: 0, owed: 7_600, clearing: -500_000, paid },
    { campaign_id: 'well', due: -984_800, owed: 0, clearing: 0, paid },
  ])
})

it.each(['campaign', 'owner', 'platform'])('adds the accounts to the %s totals', async (level) => {
  const { rows } = await client.query(
    `select sum(provider_balance_kobo)::integer as balance, sum(payable_due_kobo)::integer as due,
       sum(owner_receivable_kobo)::integer as owed, sum(fee_kobo)::integer as fee from ${level}_total`,
  )
  expect(rows).toEqual([{ balance: 3 * 492_500, due: -984_800, owed: 7_600, fee: 3 * 7_500 }])
})
