import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { receiptSchema } from '#shared/donation.ts'
import { testDatabase } from '#test/database.ts'
import { booked, campaignOfAda, donationBy } from '#test/ledger.ts'
import { moneyApp } from '#test/money-app.ts'
import { openSandbox, sandboxKey } from '#test/twins/payments-sandbox.ts'

import { deliverDue } from '../payments-sandbox/deliveries.ts'
import { paystackPayments } from '../providers/payments/paystack.ts'

const { database, owner, empty } = await testDatabase()
const clock = { now: new Date('2026-05-01T09:00:00.000Z') }
const sandbox = await openSandbox(database, { now: () => clock.now })
afterAll(sandbox.close)

const payments = paystackPayments({
  baseUrl: sandbox.apiUrl,
  secretKey: sandboxKey,
  mode: 'sandbox',
  checkoutOrigin: sandbox.origin,
})
let at: ReturnType<typeof moneyApp>

beforeEach(async () => {
  await empty()
  at = moneyApp({ database, owner, payments })
  at.clock.now = clock.now
})

const good = { number: '4084084084084081', expiry: '12/40', cvv: '408' }
const declined = { number: '4084080000005408', expiry: '12/40', cvv: '001' }
const booking = { entries: 1, raised: 5_000_00, balance: 0 }

async function begun() {
  const account = await payments.createSubAccount({
    businessName: 'A well for Ife',
    bankCode: '057',
    accountNumber: '0000000000',
    ownerUid: campaignOfAda.ownerUid,
  })
  if (account.kind !== 'created') throw new Error(account.message)
  const bankAccount = { ...campaignOfAda.bankAccount, subAccountCode: account.code }
  const campaign = { ...campaignOfAda, bankAccount }
  const started = await at.ledger.startDonation(donationBy('donor@example.com', { campaign }))
  if (started.kind !== 'started') throw new Error(started.kind)
  return started
}

/** The sandbox's own webhook, its own bytes and signature, to our own route. */
const delivered = () =>
  deliverDue({
    database,
    webhookUrl: '/webhooks/paystack',
    secretKey: sandboxKey,
    schedule: 'test',
    compression: 1,
    timeoutMs: 1_000,
    pollMs: 1_000,
    now: () => clock.now,
    deliver: async (_, init) => at.app.request('/webhooks/paystack', init),
    onError: (error) => {
      throw error
    },
  })

const statusOf = async (receipt: string) => {
  const response = await at.app.request(`/api/donations/${receipt}`)
  return receiptSchema.parse(await response.json()).status
}

describe('a donation through Paystack’s protocol', () => {
  it('is paid on the checkout page, told by the signed webhook and booked with the fee that was really taken', async () => {
    const { url, receipt } = await begun()
    await sandbox.submit(url, 'card', good)

    expect(await delivered()).toBe(1)
    await at.runJobs()

    expect(await booked(database)).toEqual(booking)
    expect(await at.ledger.ownerTotals(campaignOfAda.ownerUid)).toEqual({
      raised: 5_000_00,
      donors: 1,
    })
    const { rows } = await owner.pool.query<{ provider_kobo: string; owner_kobo: string }>(
      'select provider_kobo, owner_kobo from ledger_entry',
    )
    expect(rows).toEqual([{ provider_kobo: 17_500, owner_kobo: 482_400 }])
    expect(await statusOf(receipt)).toBe('success')
  })

  it('stays unpaid with a card that is declined, and counts when another card is taken', async () => {
    const { url, receipt } = await begun()
    await sandbox.submit(url, 'card', declined)
    expect(await statusOf(receipt)).toBe('failed')
    expect(await booked(database)).toEqual({ entries: 0, raised: 0, balance: 0 })

    await sandbox.submit(url, 'card', good)
    await delivered()
    await at.runJobs()
    expect(await statusOf(receipt)).toBe('success')
    expect(await booked(database)).toEqual(booking)
  })

  it('is found by the donor’s return, or by the sweep, when no webhook comes', async () => {
    const returning = await begun()
    await sandbox.submit(returning.url, 'card', good)
    expect(await statusOf(returning.receipt)).toBe('success')

    const gone = await begun()
    await sandbox.submit(gone.url, 'card', good)
    await at.runTask('sweep-payments')
    expect(await booked(database)).toEqual({ entries: 2, raised: 10_000_00, balance: 0 })
  })
})
