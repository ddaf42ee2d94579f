import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { testLedger } from '#test/support/money/ledger.ts'

import { sql } from '../../platform/database/sql.ts'
import { findViolations, invariantNames, ledgerChecks } from './ledger-check.ts'

const { database, owner } = await testDatabase()
const at = testLedger(database)

/** Donations of four donors: refunded in part, refunded, with a late fee, quarantined, and unpaid. */
beforeAll(async () => {
  const start = async (email: string) => {
    return at.start(email)
  }
  const donate = async (email: string, change = {}) => {
    const reference = await start(email)
    await at.pay(reference, change)
    return reference
  }
  const status = 'processed'
  at.provider.addRefund(await donate('ola@example.com'), { amount: kobo(1_000_00), status })
  at.provider.addRefund(await donate('tunde@example.com'), { status })
  const late = await donate('ola@example.com', { fees: null })
  at.provider.pay(late)
  await at.donations.verifyPayment(late, 'sweep')
  await donate('thief@example.com', { subAccountCode: 'ACCT_of_a_thief_001' })
  await start('gone@example.com')
  await at.ledger.reconcileReversals()
})

/** The owner of the database can drop constraints before a change. */
const withoutConstraints = [
  'alter table ledger_entry drop constraint ledger_entry_balance_check, drop constraint ledger_entry_accounts_check',
  'alter table ledger_entry drop constraint ledger_entry_reversal_check',
  'alter table ledger_entry drop constraint ledger_entry_effect_key_check, drop constraint ledger_entry_donation_check',
  'alter table ledger_entry drop constraint ledger_entry_payment_fkey',
  'drop index ledger_entry_charge',
  'alter table campaign_total drop constraint campaign_total_check',
]
const someCharge = `(select min(effect_key) from ledger_entry where kind = 'charge')`
const columns = `mode, kind, donation_id, owner_uid, raised_kobo, source, booked_at, effective_at, provider_balance_kobo,
  payable_due_kobo, platform_revenue_kobo, fee_kobo`
const copy = (campaignId: string, effectKey: string, transactionId: string) => `
  insert into ledger_entry (campaign_id, effect_key, transaction_id, ${columns})
  select ${campaignId}, ${effectKey}, ${transactionId}, ${columns} from ledger_entry where effect_key = ${someCharge}`

/** Settlements of a paid donation, without their entries. */
const paidSettlements = (count: number, total = 492_400) => `
  with settled as (
    insert into settlement (
      mode, settlement_id, sub_account_code, status, currency, total_kobo, effective_kobo, deductions_kobo, fees_kobo, asked_at)
    select 'sandbox', id, 'ACCT_1', 'success', 'NGN', ${total}, ${total}, 0, 0, now() from generate_series(1, ${count}) as id
    returning mode, settlement_id)
  insert into settlement_line (mode, settlement_id, campaign_id, donation_id, gross_kobo, share_kobo, leg_kobo)
  select settled.mode, settlement_id, campaign_id, donation_id, 500000, 492400, 492400 from settled, ledger_entry
  where effect_key = ${someCharge}`

const aRefund = (state: string, id: string, nextAttempt: string) => `
  insert into refund (campaign_id, id, donation_id, mode, key_hash, body_hash, requested_by, cause, amount_kobo, reason, state,
    refund_id, next_attempt_at, created_at)
  select campaign_id, gen_random_uuid(), id, mode, sha256('key'), sha256('body'), 'owner', 'request', 100, '', '${state}', ${id},
    ${nextAttempt}, now() from donation where state = 'paid' limit 1`

const violations: Record<string, string> = {
  'the days of every campaign are the sums of the entries':
    'update campaign_day set donations = donations + 1',
  'a processed refund was processed at the provider': aRefund('processed', '1', 'null'),
  'no open refund is forgotten': aRefund('requested', 'null', `'infinity'`),
  'a charge was paid to the sub-account of its donation': `update provider_payment set sub_account_code = 'ACCT_of_a_thief_001'`,
  'the lines of a paid settlement add up to it': paidSettlements(1, 500_000),
  'a settlement pays each campaign its lines': paidSettlements(1),
  'a hold in force is read back': `
    insert into payout_hold (mode, campaign_id, sub_account_code, state, requested_at, in_force_since, next_attempt_at)
    select mode, campaign_id, sub_account_code, 'in-force', now(), now(), now() from donation limit 1`,
  'the accounts of every entry sum to zero':
    'update ledger_entry set payable_due_kobo = payable_due_kobo + 1',
  'an entry belongs to a donation of the same owner': `update ledger_entry set owner_uid = 'thief'`,
  'an entry has the mode of its donation': `update ledger_entry set mode = 'live'`,
  'a charge raises the amount of its donation': `update ledger_entry set raised_kobo = raised_kobo - 1 where kind = 'charge'`,
  'a charge has the platform fee of its donation': `update ledger_entry set platform_revenue_kobo = 0, payable_due_kobo = payable_due_kobo - 100 where kind = 'charge'`,
  'no donor is charged less than is raised': `update ledger_entry set provider_balance_kobo = 0 where kind = 'charge'`,
  'no fee exceeds the payment': `update ledger_entry set fee_kobo = 600000, provider_balance_kobo = -100000 where kind = 'charge'`,
  'a donation is charged once': copy('campaign_id', `'charge:sandbox:1'`, '1'),
  'a transaction of the provider is counted once across all campaigns': copy(
    `'elsewhere'`,
    'effect_key',
    'transaction_id',
  ),
  'the effect key of an entry names its cause': `update ledger_entry set effect_key = 'charge:sandbox:1' where effect_key = ${someCharge}`,
  'a transaction pays for the reference that it was first reported with': `update provider_transaction set reference = 'another'`,
  'a paid donation has a charge': `update donation set state = 'paid' where state = 'initialized'`,
  'a donation with an entry is paid': `update donation set state = 'closed_unpaid' where state = 'paid'`,
  'the owner bears reversals up to the charge, and the platform the rest': `
    update ledger_entry set payable_due_kobo = payable_due_kobo + 900000 where kind = 'refund'`,
  'refunds and lost disputes at the provider are booked': `update provider_refund set status = 'failed'`,
  'the provider never reverses more than the payment':
    'update provider_refund set amount_kobo = 500001',
  'a charge has the answer of the provider that it was paid': `update provider_payment set status = 'failed'`,
  'a charge is dated by its payment': `update ledger_entry set effective_at = effective_at - interval '1 day'`,
  'the booked fees are the last reported fee': `delete from ledger_entry where kind = 'fee'`,
  'the owner’s share is that of the last reported split': `
    update provider_payment set split_provider_kobo = 1, split_main_kobo = 1, split_sub_account_kobo = 1`,
  'the provider’s split adds up to the payment and its fee': `
    update provider_payment set split_provider_kobo = 1, split_main_kobo = 1, split_sub_account_kobo = 1`,
  'the provider split the payment as it was quoted': `
    update provider_payment set split_provider_kobo = 7500, split_main_kobo = 50000, split_sub_account_kobo = 442500`,
  'a donation pays of the owner’s debt what its terms say':
    'update donation set recovered_kobo = 1',
  'no owner was paid more than was due without owing it': `
    update ledger_entry set payable_due_kobo = payable_due_kobo + 90000000 where kind = 'refund'`,
  'no owner owes less than nothing': 'update ledger_entry set owner_receivable_kobo = -1',
  'deductions never exceed the reversals that the provider reported': `
    update ledger_entry set donor_clearing_kobo = -donor_clearing_kobo`,
  'the accounts sum to zero at every level':
    'update owner_total set platform_loss_kobo = platform_loss_kobo + 1',
  'an entry posts only the accounts of its kind': `update ledger_entry set kind = 'hold' where kind = 'refund'`,
  'an entry of a campaign has the owner of its donations': `
    update ledger_entry set donation_id = null, owner_uid = 'thief' where kind = 'refund'`,
  'what is written off, paid back or topped up has a reason and an admin': `update ledger_entry set kind = 'write_off' where kind = 'refund'`,
  'two admins booked what is paid back or topped up': `update ledger_entry set kind = 'top_up' where kind = 'refund'`,
  'no write-off is undone beyond its amount': `
    update ledger_entry set kind = 'write_off_undo', platform_loss_kobo = -1 where kind = 'refund'`,
  'a write-off is undone only for a reversal that was undone': `
    update ledger_entry set kind = 'write_off_undo', platform_loss_kobo = -1 where kind = 'refund'`,
  'every settlement is booked as it was paid out': paidSettlements(1),
  'every payout belongs to a settlement': `update ledger_entry set kind = 'payout' where kind = 'refund'`,
  'no share of a donation is paid out twice': paidSettlements(2),
  'every deduction from the main account is booked as the provider lists it': `
    update ledger_entry set kind = 'deduction' where kind = 'refund'`,
  'what is held is on hold at the provider': 'update ledger_entry set payable_held_kobo = -1',
  'the raised amount of every total is gross less reversals': `update campaign_total set raised_kobo = raised_kobo + 1`,
  'every donation is found by its reference and by its access code':
    'delete from donation_access_code',
  'every quarantined donation has a quarantined payment': 'delete from quarantined_payment',
  'a payment that is no donation is booked as it was reported and decided': `
    update quarantined_payment set booked_in = 'elsewhere'`,
  'refunds and lost disputes of payments that are no donations are booked':
    'update quarantined_payment set refunded_kobo = 1',
  'a donation is paid to a bank account that a reviewer approved for its campaign': `
    update donation set sub_account_code = 'ACCT_of_a_thief_001'`,
  'the bank account of a public campaign is the one that was approved last': `
    insert into campaign (id, slug, owner_uid, status, title, country, city, category, description, goal, raise_money_for, importance,
      impact, images, contact_name, contact_email, contact_phone, contact_public, bank_code, account_number_last4, sub_account_code,
      created_at)
    values ('new', 'new', 'ada', 'approved', '', '', '', 'Health', '', 1, '', '', '', '[]', '', '', '', false, '058', '6789', 'ACCT_1', now())`,
  'the donor, the terms and what is shown of a donation are as they were stored':
    'update donation set seal = null',
  'the source, reason and owner of an entry are as they were booked':
    'update ledger_entry set seal = null',
  'a receipt has the day of its payment': `
    insert into receipt_code select repeat('A', 20), campaign_id, donation_id from ledger_entry where effect_key = ${someCharge}`,
  'a locked period has the sums with which it was locked': `
    insert into money_decision (kind, subject, facts, at)
    select 'period-locked', 'sandbox', jsonb_build_object('until', '2100-01-01', 'sums', '[0]'::jsonb), now()`,
  'the serial numbers of the receipts of a year have no gap': `
    insert into receipt_year values ('sandbox', 2026, 1)`,
  'a settlement has the day of its payout': `
    with settled as (
      insert into settlement (mode, settlement_id, sub_account_code, status, currency, total_kobo, effective_kobo, deductions_kobo,
        fees_kobo, settled_at, asked_at)
      values ('sandbox', 1, 'ACCT_1', 'success', 'NGN', 0, 0, 0, 0, '2020-01-01', now()))
    insert into ledger_entry (campaign_id, effect_key, mode, kind, owner_uid, raised_kobo, source, booked_at, effective_at)
    select campaign_id, 'payout:sandbox:1', mode, 'payout', owner_uid, 0, source, booked_at, effective_at
    from ledger_entry where effect_key = ${someCharge}`,
  'no webhook about one of our payments is ignored': `
    insert into webhook_inbox (id, mode, event, reference, body_hash, state, received_at, facts)
    select gen_random_uuid(), mode, 'charge.success', reference, sha256('body'), 'ignored', now(), '{}' from donation limit 1`,
  'lists show what was raised': `
    insert into campaign_listing (campaign_id, category, country, city, created_at, goal_kobo, raised_kobo, trend, ranked_at, search)
    select campaign_id, 'Health', 'nigeria', 'ife', now(), 1, 7, 0, now(), '' from campaign_total group by 1`,
  ...Object.fromEntries(
    [
      'quarantined_payment',
      'refund',
      'payout_stop',
      'campaign_freeze',
      'payout_hold',
      'audit_log',
      'expense',
    ].map((table) => [
      `each row of ${table} is as it was decided`,
      `insert into money_decision (kind, subject, facts, at) values ('${table}', 'gone', '{}', now())`,
    ]),
  ),
  ...Object.fromEntries(
    ['campaign', 'owner', 'platform'].flatMap((level) => [
      [
        `the ${level} totals are the sums of the entries`,
        `update ${level}_total set gross_kobo = gross_kobo + 1, reversed_kobo = reversed_kobo + 1`,
      ],
      [
        `the ${level} donors have the right number of donations`,
        `update ${level}_donor set donations = donations + 1`,
      ],
      [
        `the ${level} totals count the donors with a donation left`,
        `update ${level}_total set donor_count = donor_count + 1`,
      ],
    ]),
  ),
}

class RolledBack extends Error {}

async function findingsAfter(statements: string[]) {
  const names: string[] = []
  await owner
    .transaction(async (queries) => {
      for (const statement of statements)
        await queries.run({ ...sql``, compile: () => ({ text: statement, values: [] }) })
      names.push(...(await findViolations(queries)).map(({ name }) => name))
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  return names
}

describe('the ledger check', () => {
  it('finds nothing in a correct ledger, and answers the number of checks', async () => {
    const check = await ledgerChecks({ database, now: () => at.clock.now }).checkLedger()

    expect(check).toMatchObject({ findings: [], checks: invariantNames.length })
  })

  it('has at least 20 invariants, each with a statement that violates it', () => {
    expect(invariantNames.length).toBeGreaterThanOrEqual(20)
    expect(Object.keys(violations).toSorted()).toEqual(invariantNames.toSorted())
  })

  it.each(Object.keys(violations))('reports a violation: %s', async (name) => {
    expect(await findingsAfter([...withoutConstraints, violations[name] ?? ''])).toContain(name)
  })

  it('is saved with its findings', async () => {
    const checks = ledgerChecks({ database, now: () => at.clock.now })
    const finding = { name: 'an invariant', key: 'a row', ours: '1', theirs: null }
    await checks.saveLedgerCheck({ ...(await checks.checkLedger()), findings: [finding] })

    const saved = await database.rows(
      z.object({ kind: z.string(), findings: z.int(), name: z.string(), key: z.string() }),
      sql`select kind, findings, name, key from ledger_check join ledger_finding on check_id = id`,
    )
    expect(saved).toEqual([{ kind: 'ledger', findings: 1, name: 'an invariant', key: 'a row' }])
  })
})
