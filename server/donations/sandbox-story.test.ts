import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { donationDetailsSchema } from '#shared/donation.ts'
import { testDatabase } from '#test/database.ts'
import { booked, campaignOfAda, donationBy } from '#test/ledger.ts'
import { openMoneyApp, type MoneyApp } from '#test/money-app.ts'
import { openSandbox, sandboxKey } from '#test/fakes/payments-sandbox.ts'

import { deliverDue } from '#dev/payments-sandbox/webhooks/deliveries.ts'
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
let at: MoneyApp

beforeEach(async () => {
  await empty()
  at = await openMoneyApp({ database, owner, payments })
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
  const started = await at.donations.startDonation(donationBy('donor@example.com', { campaign }))
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
    timeoutMs: 15_000,
    pollMs: 1_000,
    now: () => clock.now,
    deliver: async (_, init) => at.app.request('/webhooks/paystack', init),
    onError: (error) => {
      throw error
    },
  })

const statusOf = async (receipt: string) => {
  const response = await at.app.request(`/api/donations/${receipt}`)
  return donationDetailsSchema.parse(await response.json()).status
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
    await at.runTask('reconcile-payments')
    expect(await booked(database)).toEqual({ entries: 2, raised: 10_000_00, balance: 0 })
  })

  it('is in the books to the kobo after one reconciliation, though every webhook was lost', async () => {
    const references: string[] = []
    for (let number = 0; number < 9; number++) {
      const { url, receipt } = await begun()
      await sandbox.submit(url, 'card', number % 3 === 2 ? declined : good)
      references.push((await at.donations.findDonation(receipt))?.reference ?? '')
    }
    await sandbox.api('/refund', { transaction: references[0], amount: 2_000_00 })
    for (let step = 0; step < 2; step++) {
      clock.now = new Date(clock.now.getTime() + 4 * 86_400_000)
      at.clock.now = clock.now
      await sandbox.processDue()
    }
    expect(await booked(database)).toEqual({ entries: 0, raised: 0, balance: 0 })

    await at.runTask('reconcile-payments-of-35-days')
    await at.runTask('reconcile-reversals')

    expect(await booked(database)).toEqual({ entries: 7, raised: 28_000_00, balance: 0 })
    expect((await at.ledger.checkLedger()).findings).toEqual([])
    expect((await at.ledger.reconcileTotals()).findings).toEqual([])
  })

  it('goes back through the provider when its owner sends it back, and is told by signed webhooks', async () => {
    const { url, receipt } = await begun()
    await sandbox.submit(url, 'card', good)
    await delivered()
    await at.runJobs()
    const found = await at.donations.findDonation(receipt)
    if (!found) throw new Error('the gift is gone')
    const donation = { campaignId: found.campaignId, id: found.id }
    const by = { role: 'owner', uid: campaignOfAda.ownerUid } as const
    const form = { reason: 'The well was paid for by the state' }

    const outcome = await at.refunds.requestRefund({ donation, form, idempotencyKey: 'a-key', by })
    expect(outcome).toMatchObject({ kind: 'requested', request: { state: 'queued' } })
    expect(await booked(database)).toEqual(booking)

    // From pending to processing, and from there to the end.
    for (let step = 0; step < 2; step++) {
      clock.now = new Date(clock.now.getTime() + 4 * 86_400_000)
      at.clock.now = clock.now
      await sandbox.processDue()
    }
    await delivered()
    await at.runJobs()

    expect(await booked(database)).toEqual({ entries: 2, raised: 0, balance: 0 })
    expect(await statusOf(receipt)).toBe('refunded')
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('stands in the sums of both, day by day, until one of them knows more', async () => {
    const { url } = await begun()
    await sandbox.submit(url, 'card', good)
    clock.now = new Date(clock.now.getTime() + 2 * 86_400_000)
    at.clock.now = clock.now
    // The whole span and the day.
    expect((await at.ledger.reconcileTotals()).findings).toMatchObject([
      { ours: '0 0', theirs: '1 500000' },
      { ours: '0 0', theirs: '1 500000' },
    ])

    await delivered()
    await at.runJobs()
    expect((await at.ledger.reconcileTotals()).findings).toEqual([])
  })
})
