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

/** Two donors, four gifts: one refunded in part, one wholly, one whose fee was told late, one kept aside, and one left unpaid. */
beforeAll(async () => {
  const begin = async (email: string) => {
    await at.donations.startDonation(donationBy(email))
    return at.provider.lastReference()
  }
  const give = async (email: string, change = {}) => {
    const reference = await begin(email)
    at.provider.pays(reference, change)
    await at.donations.verifyPayment(reference, 'webhook')
    return reference
  }
  const status = 'processed'
  at.provider.refundMade(await give('ola@example.com'), { amount: kobo(1_000_00), status })
  at.provider.refundMade(await give('tunde@example.com'), { status })
  const late = await give('ola@example.com', { fees: null })
  at.provider.pays(late)
  await at.donations.verifyPayment(late, 'sweep')
  await give('thief@example.com', { subAccountCode: 'ACCT_of_a_thief_001' })
  await begin('gone@example.com')
  await at.ledger.reconcileReversals()
})

/** What somebody with all rights might do to the books; constraints are the first to go. */
const withoutConstraints = [
  'alter table ledger_entry drop constraint ledger_entry_check, drop constraint ledger_entry_check1, drop constraint ledger_entry_check2',
  'alter table ledger_entry drop constraint ledger_entry_return_check, drop constraint ledger_entry_return_sign_check',
  'alter table ledger_entry drop constraint ledger_entry_campaign_id_donation_id_fkey',
  'drop index ledger_entry_charge',
  'alter table campaign_total drop constraint campaign_total_check',
]
const someCharge = `(select min(effect_key) from ledger_entry where kind = 'charge')`
const copy = (changes: string) => `
  insert into ledger_entry select (copied).* from (
    select jsonb_populate_record(entry, '${changes}') as copied from ledger_entry entry
    where effect_key = ${someCharge}) of_one`

const breaks: Record<string, string> = {
  'the legs of every entry sum to zero': 'update ledger_entry set owner_kobo = owner_kobo + 1',
  'an entry belongs to a donation of the same owner': `update ledger_entry set owner_uid = 'thief'`,
  'play money and real money never meet': `update ledger_entry set mode = 'live'`,
  'a charge raises what the donor was asked for': `update ledger_entry set raised_kobo = raised_kobo - 1 where kind = 'charge'`,
  'a charge gives the platform what was agreed': `update ledger_entry set platform_kobo = 0, owner_kobo = owner_kobo + 100 where kind = 'charge'`,
  'no donor is charged less than is raised': `update ledger_entry set donor_kobo = -100 where kind = 'charge'`,
  'no fee is more than the payment': `update ledger_entry set provider_kobo = 600000 where kind = 'charge'`,
  'a donation is charged once': copy('{"effect_key": "charge:sandbox:1", "transaction_id": 1}'),
  'a transaction of the provider is counted once, whatever the campaign': copy(
    '{"campaign_id": "elsewhere"}',
  ),
  'the effect of an entry is named after what caused it': `update ledger_entry set effect_key = 'charge:sandbox:1' where effect_key = ${someCharge}`,
  'a transaction pays for the reference it was first seen with': `update provider_transaction set reference = 'another'`,
  'what is paid is in the books': `update donation set state = 'paid' where state = 'initialized'`,
  'what is in the books is paid': `update donation set state = 'closed_unpaid' where state = 'paid'`,
  'no more goes back than came in': `update ledger_entry set raised_kobo = raised_kobo - 900000 where kind = 'refund'`,
  'what the provider sent back is booked as sent back': `update provider_refund set status = 'failed'`,
  'the provider sends back no more than was paid':
    'update provider_refund set amount_kobo = 500001',
  'what is raised is what came in less what went back': `update campaign_total set raised_kobo = raised_kobo + 1`,
  'every entry is in the chain, once, and nothing else is':
    'delete from ledger_link where position = 1',
  'every link of the chain holds': `update ledger_entry set at = at + interval '1 second' where effect_key = ${someCharge}`,
  'the chain ends where the totals say that it ends': 'update campaign_total set chain_length = 99',
  'every donation is found by its reference and by its code': 'delete from donation_access_code',
  'what is kept aside stands in the quarantine': 'delete from quarantined_payment',
  ...Object.fromEntries(
    ['campaign', 'owner', 'platform'].flatMap((of) => [
      [
        `the totals of each ${of} are the sum of the entries`,
        `update ${of}_total set gross_kobo = gross_kobo + 1, reversed_kobo = reversed_kobo + 1`,
      ],
      [
        `the gifts of each donor are counted right by ${of}`,
        `update ${of}_donor set donations = donations + 1`,
      ],
      [
        `the heads of each ${of} are the donors whose gifts stand`,
        `update ${of}_total set donor_count = donor_count + 1`,
      ],
    ]),
  ),
}

class Undone extends Error {}

async function findingsAfter(statements: string[]) {
  const names: string[] = []
  await owner
    .transaction(async (queries) => {
      for (const statement of statements)
        await queries.run({ ...sql``, compile: () => ({ text: statement, values: [] }) })
      names.push(...(await findViolations(queries)).map(({ name }) => name))
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return names
}

describe('the proof of the books', () => {
  it('finds nothing where nothing is wrong, and says over what', async () => {
    const proof = await ledgerChecks({ database, now: () => at.clock.now }).checkLedger()

    expect(proof).toMatchObject({ findings: [], checks: invariantNames.length })
    expect(proof.root).toMatch(/^[0-9a-f]{64}$/)
  })

  it('makes more than twenty checks, and every one of them can fail', () => {
    expect(invariantNames.length).toBeGreaterThanOrEqual(20)
    expect(Object.keys(breaks).toSorted()).toEqual(invariantNames.toSorted())
  })

  it.each(Object.keys(breaks))('reports when it is not so: %s', async (name) => {
    expect(await findingsAfter([...withoutConstraints, breaks[name] ?? ''])).toContain(name)
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
  ])('sees by the chain alone that %s', async (_what, statement) => {
    const names = await findingsAfter([...withoutConstraints, statement])
    expect(names.filter((name) => name.includes('chain'))).not.toEqual([])
  })

  it('is kept with what was found', async () => {
    const proof = ledgerChecks({ database, now: () => at.clock.now })
    const finding = { name: 'a check', key: 'a place', ours: '1', theirs: null }
    await proof.saveLedgerCheck({ ...(await proof.checkLedger()), findings: [finding] })

    const kept = await database.rows(
      z.object({ kind: z.string(), findings: z.int(), name: z.string(), key: z.string() }),
      sql`select kind, findings, name, key from ledger_check join ledger_finding on check_id = id`,
    )
    expect(kept).toEqual([{ kind: 'ledger', findings: 1, name: 'a check', key: 'a place' }])
  })
})
