import { beforeEach, describe, expect, it } from 'vitest'

import { donationBy, freshLedger } from '#test/support/money/ledger.ts'

const { at, database } = await freshLedger()

/** A paid donation, and one of ₦10,000,000 that is not paid. */
beforeEach(async () => {
  await at.donations.startDonation(donationBy('donor@example.com'))
  await at.pay(at.provider.lastReference())
  await at.donations.startDonation(donationBy('thief@example.com'))
})

const forgedCharge = `
  insert into ledger_entry (campaign_id, effect_key, mode, kind, donation_id, owner_uid, transaction_id, raised_kobo, source, booked_at,
    effective_at, provider_balance_kobo, payable_due_kobo, platform_revenue_kobo, fee_kobo)
  select campaign_id, 'charge:sandbox:7', mode, 'charge', id, owner_uid, 7, amount_kobo, 'webhook', now(), now(), amount_kobo - 7500,
    7600 - amount_kobo, -100, 7500
  from donation where state <> 'paid'`
const forgedTransaction = `insert into provider_transaction select mode, 7, reference from donation where state <> 'paid'`
const forgedPayment = (amount: string) => `
  insert into provider_payment (campaign_id, donation_id, mode, transaction_id, status, amount_kobo, requested_kobo, fees_kobo, currency,
    asked_at)
  select campaign_id, id, mode, 7, 'success', ${amount}, amount_kobo, 7500, 'NGN', now() from donation where state <> 'paid'`
const forgedEntry = (kind: string, columns: string, values: string) => `
  insert into ledger_entry (campaign_id, effect_key, mode, kind, owner_uid, raised_kobo, source, booked_at, effective_at, ${columns})
  select campaign_id, '${kind}:sandbox:7', mode, '${kind}', owner_uid, 0, 'admin', now(), now(), ${values}
  from donation where state = 'paid'`

/** Runs the statements with the privileges of the application. */
async function forge(statements: readonly string[]) {
  for (const statement of statements) await database.pool.query(statement)
}
const findNames = async () => [
  ...new Set((await at.ledger.checkLedger()).findings.map(({ name }) => name)),
]

describe('with the privileges of the application', () => {
  it.each([
    ['a charge without the provider’s answer', [forgedCharge], /payment_fkey/],
    [
      'a charge without an amount for the donation',
      [forgedPayment('1'), forgedTransaction, forgedCharge.replace(', amount_kobo, ', ', 0, ')],
      /accounts_check/,
    ],
    [
      'a loss without an admin’s claim',
      [forgedEntry('write_off', 'owner_receivable_kobo, platform_loss_kobo', '-1, 1')],
      /accounts_check/,
    ],
    [
      'a payout that is income of the platform',
      [forgedEntry('payout', 'payable_due_kobo, platform_revenue_kobo', '1, -1')],
      /accounts_check/,
    ],
    [
      'an entry that names another effect',
      [forgedEntry('hold', 'payable_due_kobo, payable_held_kobo', '1, -1').replace('hold:', 'x:')],
      /effect_key_check/,
    ],
    ['a leg of a party', [forgedEntry('hold', 'owner_kobo', '1')], /cannot insert|DEFAULT/],
    ['a changed entry', ['update ledger_entry set source = source'], /permission denied/],
    ['a removed entry', ['delete from ledger_entry'], /permission denied/],
    ['an empty ledger', ['truncate ledger_entry'], /permission denied/],
    ['a removed donation', ['delete from donation'], /permission denied/],
    ['a ledger without its table', ['drop table ledger_entry'], /must be owner/],
    ['a disabled check', ['alter table ledger_entry disable trigger all'], /must be owner/],
  ])('refuses %s', async (_, statements, error) => {
    await expect(forge(statements)).rejects.toThrow(error)
    expect(await findNames()).toEqual([])
  })

  it.each([
    [
      'a charge of another amount than the provider’s answer',
      [forgedPayment('1'), forgedTransaction, forgedCharge],
      'a charge has the answer of the provider that it was paid',
    ],
    [
      'a charge of a transaction that is bound to no reference',
      [forgedPayment('amount_kobo'), forgedCharge],
      'a transaction pays for the reference that it was first reported with',
    ],
    [
      'a charge that changes no total',
      [forgedPayment('amount_kobo'), forgedTransaction, forgedCharge],
      'the campaign totals are the sums of the entries',
    ],
    [
      'a payout of more than is due',
      [
        forgedEntry(
          'payout',
          'provider_balance_kobo, payable_due_kobo, paid_out_kobo',
          '-9000000, 9000000, 9000000',
        ),
      ],
      'no owner was paid more than was due without owing it',
    ],
    [
      'a deduction that no reversal explains',
      [forgedEntry('deduction', 'provider_balance_kobo, donor_clearing_kobo', '-900, 900')],
      'deductions never exceed the reversals that the provider reported',
    ],
    [
      'a claim that no admin has written off',
      [
        forgedEntry(
          'write_off',
          'owner_receivable_kobo, platform_loss_kobo, memo',
          "-1, 1, 'Paid'",
        ),
      ],
      'what is written off, paid back or topped up has a reason and an admin',
    ],
  ])('finds %s', async (_, statements, name) => {
    await forge(statements)
    expect(await findNames()).toContain(name)
  })
})
