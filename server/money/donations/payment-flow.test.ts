import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { donationDetailsSchema } from '#shared/donation.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { booked, campaignOfAda, donationBy } from '#test/support/money/ledger.ts'
import { openMoneyApp, type MoneyApp } from '#test/support/money/money-app.ts'

import { paystackPayments } from '../../providers/payments/paystack.ts'
import { openSandbox, sandboxKey } from '#packages/paystack-sandbox/test/open-sandbox.ts'
import { deliverDue } from '#packages/paystack-sandbox/src/index.ts'

const { database, owner } = await freshDatabase()
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
  at = await openMoneyApp({ database, owner, payments })
  at.clock.now = clock.now
})

const validCard = { number: '4084084084084081', expiry: '12/40', cvv: '408' }
const declinedCard = { number: '4084080000005408', expiry: '12/40', cvv: '001' }
const once = { entries: 1, raised: 5_000_00, balance: 0 }

async function start() {
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

/** Delivers the sandbox's signed webhooks to our route. */
const deliverWebhooks = () =>
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

const readStatus = async (accessCode: string) => {
  const response = await at.app.request(`/api/donations/${accessCode}`)
  return donationDetailsSchema.parse(await response.json()).status
}

describe('a donation through Paystack’s protocol', () => {
  it('is paid on the checkout page, reported by a signed webhook and booked with the actual fee', async () => {
    const { url, accessCode } = await start()
    await sandbox.submit(url, 'card', validCard)

    expect(await deliverWebhooks()).toBe(1)
    await at.runJobs()

    expect(await booked(database)).toEqual(once)
    expect(await at.ledger.ownerTotals(campaignOfAda.ownerUid)).toEqual({
      raised: 5_000_00,
      donors: 1,
    })
    const { rows } = await owner.pool.query<{ provider_kobo: string; owner_kobo: string }>(
      'select provider_kobo, owner_kobo from ledger_entry',
    )
    expect(rows).toEqual([{ provider_kobo: 17_500, owner_kobo: 482_400 }])
    expect(await readStatus(accessCode)).toBe('success')
  })

  it('stays unpaid with a declined card, and counts when another card is accepted', async () => {
    const { url, accessCode } = await start()
    await sandbox.submit(url, 'card', declinedCard)
    expect(await readStatus(accessCode)).toBe('failed')
    expect(await booked(database)).toEqual({ entries: 0, raised: 0, balance: 0 })

    await sandbox.submit(url, 'card', validCard)
    await deliverWebhooks()
    await at.runJobs()
    expect(await readStatus(accessCode)).toBe('success')
    expect(await booked(database)).toEqual(once)
  })

  it('is booked exactly by one reconciliation when every webhook was lost', async () => {
    const references: string[] = []
    for (let number = 0; number < 9; number++) {
      const { url, accessCode } = await start()
      await sandbox.submit(url, 'card', number % 3 === 2 ? declinedCard : validCard)
      references.push((await at.donations.findDonation(accessCode))?.reference ?? '')
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
    // The refund was made on the provider's pages.
    expect((await at.ledger.compareWithProvider()).findings).toMatchObject([
      { name: 'refund-without-request' },
    ])
  })

  it('is refunded through the provider by its owner, and booked after signed webhooks', async () => {
    const { url, accessCode } = await start()
    await sandbox.submit(url, 'card', validCard)
    await deliverWebhooks()
    await at.runJobs()
    const found = await at.donations.findDonation(accessCode)
    if (!found) throw new Error('the donation is missing')
    const donation = { campaignId: found.campaignId, id: found.id }
    const by = { role: 'owner', uid: campaignOfAda.ownerUid } as const
    const form = { reason: 'The well was paid for by the state' }

    const outcome = await at.refunds.requestRefund({ donation, form, idempotencyKey: 'a-key', by })
    expect(outcome).toMatchObject({ kind: 'requested', refund: { state: 'queued' } })
    expect(await booked(database)).toEqual(once)

    // From pending to processing to processed.
    for (let step = 0; step < 2; step++) {
      clock.now = new Date(clock.now.getTime() + 4 * 86_400_000)
      at.clock.now = clock.now
      await sandbox.processDue()
    }
    await deliverWebhooks()
    await at.runJobs()

    expect(await booked(database)).toEqual({ entries: 2, raised: 0, balance: 0 })
    expect(await readStatus(accessCode)).toBe('refunded')
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('is a difference to the provider until its webhook arrives', async () => {
    const { url } = await start()
    await sandbox.submit(url, 'card', validCard)
    clock.now = new Date(clock.now.getTime() + 2 * 86_400_000)
    at.clock.now = clock.now
    expect((await at.ledger.compareWithProvider()).findings).toMatchObject([
      { name: 'payment-without-entry', ours: null, theirs: '500000 success' },
    ])

    await deliverWebhooks()
    await at.runJobs()
    const check = await at.ledger.compareWithProvider({ isForced: true })
    expect(check.findings).toEqual([])
  })
})
