import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { testDatabase } from '#test/database.ts'
import { donationBy, testLedger } from '#test/ledger.ts'

import { sql } from '../../database/sql.ts'
import { invariantNames } from '../invariants/invariants.ts'
import { findViolations, ledgerChecks } from './ledger-check.ts'

const { database, owner } = await testDatabase()
const at = testLedger(database)

/** Donations of four donors: refunded in part, refunded, with a late fee, quarantined, and unpaid. */
beforeAll(async () => {
  const start = async (email: string) => {
    await at.donations.startDonation(donationBy(email))
    return at.provider.lastReference()
  }
  const donate = async (email: string, change = {}) => {
    const reference = await start(email)
    at.provider.pay(reference, change)
    await at.donations.verifyPayment(reference, 'webhook')
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
  'alter table ledger_entry drop constraint ledger_entry_reversal_check, drop constraint ledger_entry_reversal_sign_check',
  'alter table ledger_entry drop constraint ledger_entry_effect_key_check, drop constraint ledger_entry_donation_check',
  'alter table ledger_entry drop constraint ledger_entry_payment_fkey, drop constraint ledger_entry_transaction_fkey',
  'drop index ledger_entry_charge',
  'alter table campaign_total drop constraint campaign_total_check',
]
const someCharge = `(select min(effect_key) from ledger_entry where kind = 'charge')`
const columns = `mode, kind, donation_id, owner_uid, raised_kobo, source, booked_at, effective_at, provider_balance_kobo,
  payable_due_kobo, platform_revenue_kobo, fee_kobo`
const copy = (campaignId: string, effectKey: string, transactionId: string) => `
  insert into ledger_entry (campaign_id, effect_key, transaction_id, ${columns})
  select ${campaignId}, ${effectKey}, ${transactionId}, ${columns} from ledger_entry where effect_key = ${someCharge}`

const violations: Record<string, string> = {
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
  'reversals never exceed the charge': `update ledger_entry set raised_kobo = raised_kobo - 900000 where kind = 'refund'`,
  'refunds and lost disputes at the provider are booked': `update provider_refund set status = 'failed'`,
  'refunds at the provider never exceed the payment':
    'update provider_refund set amount_kobo = 500001',
  'the raised amount of every total is gross less reversals': `update campaign_total set raised_kobo = raised_kobo + 1`,
  'every entry is in the chain exactly once': 'delete from ledger_link where position = 1',
  'every link of the chain has the right hash': `update ledger_entry set booked_at = booked_at + interval '1 second' where effect_key = ${someCharge}`,
  'the totals hold the end of each chain': 'update campaign_total set chain_length = 99',
  'every donation is found by its reference and by its access code':
    'delete from donation_access_code',
  'every quarantined donation has a quarantined payment': 'delete from quarantined_payment',
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
  it('finds nothing in a correct ledger, and answers the number of checks and a root hash', async () => {
    const check = await ledgerChecks({ database, now: () => at.clock.now }).checkLedger()

    expect(check).toMatchObject({ findings: [], checks: invariantNames.length })
    expect(check.root).toMatch(/^[0-9a-f]{64}$/)
  })

  it('has at least 20 invariants, each with a statement that violates it', () => {
    expect(invariantNames.length).toBeGreaterThanOrEqual(20)
    expect(Object.keys(violations).toSorted()).toEqual(invariantNames.toSorted())
  })

  it.each(Object.keys(violations))('reports a violation: %s', async (name) => {
    expect(await findingsAfter([...withoutConstraints, violations[name] ?? ''])).toContain(name)
  })

  it.each([
    ['an entry was changed', `update ledger_entry set source = 'return' where kind = 'refund'`],
    ['an entry was removed', `delete from ledger_entry where effect_key = ${someCharge}`],
    [
      'entry and link were removed at the end of the chain',
      `with gone as (delete from ledger_link link using campaign_total total
         where total.slot = link.slot and total.chain_length = link.position returning link.effect_key)
       delete from ledger_entry using gone where ledger_entry.effect_key = gone.effect_key`,
    ],
    ['two links were exchanged', `update ledger_link set effect_key = 'x' where position = 1`],
  ])('detects by the chain alone that %s', async (_what, statement) => {
    const names = await findingsAfter([...withoutConstraints, statement])
    expect(names.filter((name) => name.includes('chain'))).not.toEqual([])
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
