import { beforeEach, describe, expect, it } from 'vitest'

import { donationDetailsSchema, donationListSchema } from '#shared/donation.ts'
import { kobo } from '#shared/money.ts'
import { listMails } from '#test/support/mail/mails.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { payDonation } from '#test/support/money/paid-donation.ts'
import { ada, as, bola, visitor } from '#test/support/people/people.ts'

import { saveAccountUse } from '../../campaigns/similarity/comparisons.ts'
import { startStop } from './payout-stops.ts'

const { at, database, people } = await freshMoneyApp({ donor: bola })
const { donor } = people
let donation: Awaited<ReturnType<typeof donate>>

beforeEach(async () => {
  donation = await donate()
  await at.runJobs()
})

async function donate() {
  const paid = await payDonation(at, { paidAt: at.clock.now, donor: bola })
  const payment = await at.payments.verify(paid.reference)
  await saveAccountUse(database, {
    ownerUid: ada.uid,
    subAccountCode: payment?.subAccountCode ?? '',
    digest: Buffer.alloc(32),
    last4: '6789',
    at: at.clock.now,
  })
  return paid
}

const read = async () => {
  const response = await as(at.app, visitor)(`/api/donations/${donation.accessCode}`)
  return donationDetailsSchema.parse(await response.json()).payout
}
const settle = async (status = 'success', settlementId = 7) => {
  at.provider.addSettlement([donation.reference], { status, settlementId })
  await at.runTask('reconcile-settlements')
  await at.runJobs()
}
const refund = async (amount: number) => {
  at.provider.addRefund(donation.reference, { amount: kobo(amount), status: 'processed' })
  await at.runTask('reconcile-reversals')
}
const listPayoutMails = async () =>
  (await listMails(database, 'donor@example.com')).filter(({ subject }) =>
    subject.startsWith('Your donation was paid out'),
  )

describe('where a donation is', () => {
  it('follows the settlement of the provider, and names day and account only when it has succeeded', async () => {
    const nothing = { at: null, last4: null }
    expect(await read()).toEqual({ state: 'waiting', ...nothing })
    await settle('processing')
    expect(await read()).toEqual({ state: 'on-its-way', ...nothing })
    await settle()
    const paidOut = { state: 'paid-out', at: '2026-05-02T06:00:00.000Z', last4: '6789' }
    expect(await read()).toEqual(paidOut)
    await settle('failed')
    expect(await read()).toEqual({ state: 'failed', ...nothing })
    expect(await listPayoutMails()).toHaveLength(1)
  })

  it('stands in the list of the account', async () => {
    await settle()
    const response = await as(at.app, donor)('/api/transactions?tab=given')
    const { donations } = donationListSchema.parse(await response.json())
    expect(donations[0]?.own?.payout).toMatchObject({ state: 'paid-out', last4: '6789' })
  })

  it('says that a payout is on hold once the provider shows it, unless it has started the payout', async () => {
    const { campaignId } = donation
    await database.transaction((queries) =>
      startStop(queries, { campaignId, kind: 'payee', at: at.clock.now }),
    )
    expect(await read()).toMatchObject({ state: 'waiting' })
    await at.runJobs()
    expect(await read()).toMatchObject({ state: 'on-hold' })
    await settle('pending')
    expect(await read()).toMatchObject({ state: 'on-its-way' })
  })

  it('is nowhere when it was refunded before, and stays paid out when it was refunded after', async () => {
    await settle('processing')
    await refund(5_000_00)
    expect(await read()).toBeNull()
    await settle()
    expect(await read()).toMatchObject({ state: 'paid-out' })
    expect(await listPayoutMails()).toEqual([])
  })
})

describe('the mail about a payout', () => {
  it('goes to the donor once, with day and account', async () => {
    await settle()
    await settle('failed')
    await settle()
    const [mail, ...others] = await listPayoutMails()
    expect(others).toEqual([])
    expect(mail?.text).toContain('₦5,000.00')
    expect(mail?.text).toContain('Paid out on 2 May 2026.')
    expect(mail?.text).toContain('bank account ending 6789')
  })

  it('names what is left of a donation that was refunded in part', async () => {
    await refund(4_000_00)
    await settle()
    const [mail] = await listPayoutMails()
    expect(mail?.text).toContain('Your donation of ₦1,000.00')
    expect(mail?.text).not.toContain('₦5,000.00')
  })

  it('names no account that is unknown', async () => {
    await database.pool.query('update bank_account_use set last4 = null')
    await settle()
    expect(await read()).toMatchObject({ state: 'paid-out', last4: null })
    expect((await listPayoutMails())[0]?.text).not.toContain('ending')
  })

  it('goes to nobody but the donors of the settlement, also when many are in it', async () => {
    const other = await payDonation(at, { paidAt: at.clock.now })
    await at.runJobs()
    await settle()
    expect(await listPayoutMails()).toHaveLength(1)
    const response = await as(at.app, visitor)(`/api/donations/${other.accessCode}`)
    expect(await response.json()).toMatchObject({ payout: { state: 'waiting' } })
  })
})
