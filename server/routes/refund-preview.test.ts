import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'

import { donationDetailsSchema } from '#shared/donation.ts'
import { kobo } from '#shared/money.ts'
import { receivedDonationsSchema } from '#shared/payouts.ts'
import { refundPreviewSchema } from '#shared/refund.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { payDonation } from '#test/support/money/paid-donation.ts'
import { sendDueRefunds } from '#test/support/money/refunds.ts'
import { requestRefundLink } from '#test/support/money/refund-link.ts'
import { ada, as, bola, dada, visitor, type Person } from '#test/support/people/people.ts'

const { at, database, people } = await freshMoneyApp({ ada, bola, admin: dada })
let donation: { id: string; campaignId: string; accessCode: string; reference: string }

beforeEach(async () => {
  donation = await payDonation(at, { paidAt: at.clock.now })
})

type Who = Person | typeof visitor

const readPreview = (who: Who, { id = donation.id, query = '' } = {}) =>
  as(at.app, who)(`/api/donations/${id}/refund-preview${query}`)
const preview = async (query = '', who: Who = people.ada) =>
  refundPreviewSchema.parse(await (await readPreview(who, { query })).json())

const refund = (body: object, who: Who = people.ada, id = donation.id) =>
  as(at.app, who)(`/api/donations/${id}/refund`, {
    method: 'POST',
    body: { reason: 'The well was paid for by the state', ...body },
    headers: { 'idempotency-key': randomUUID() },
  })
const readRow = async (who: Person) => {
  const response = await as(at.app, who)(`/api/campaigns/${donation.campaignId}/donations`)
  const { donations } = receivedDonationsSchema.parse(await response.json())
  return donations.find(({ id }) => id === donation.id)
}
const readOwn = async () =>
  donationDetailsSchema.parse(
    await (await as(at.app, visitor)(`/api/donations/${donation.accessCode}`)).json(),
  )

async function processRefund() {
  const payment = await at.payments.verify(donation.reference)
  const [made] = await at.payments.refunds.listForTransaction(payment?.transactionId ?? 0)
  at.provider.updateRefund(made?.refundId ?? 0, { status: 'processed' })
  at.pass(1)
  await at.runTask('reconcile-reversals')
  await sendDueRefunds(database, at)
}

describe('the preview of a refund', () => {
  it('is owed to Ajo while no payouts are held, and names the fees that are not refunded', async () => {
    // 75 naira to the provider, 1 to Ajo.
    expect(await preview()).toEqual({
      refundable: 5_000_00,
      amount: 5_000_00,
      lostFees: 76_00,
      fromPayouts: 0,
      owed: 5_000_00,
      isPaidOut: false,
      isHeld: false,
      needs: [],
    })
  })

  it('shows a part', async () => {
    expect(await preview('?amount=1,250.50')).toMatchObject({
      amount: 1_250_50,
      fromPayouts: 0,
      owed: 1_250_50,
    })
  })

  it('is owed to Ajo after the payout, as the ledger books it', async () => {
    at.provider.addSettlement([donation.reference])
    await at.runTask('reconcile-settlements')
    const { fromPayouts, owed, isPaidOut } = await preview('?amount=1,000')
    expect({ fromPayouts, owed, isPaidOut }).toEqual({
      fromPayouts: 0,
      owed: 1_000_00,
      isPaidOut: true,
    })

    at.provider.addRefund(donation.reference, { amount: kobo(1_000_00), status: 'processed' })
    await at.runTask('reconcile-reversals')
    const money = await as(at.app, people.ada)(`/api/campaigns/${donation.campaignId}/payouts`)
    expect(await money.json()).toMatchObject({ payouts: { due: 0, owedBack: 1_000_00 } })
  })

  it('says that the refund waits when Ajo’s limit of exposure is reached', async () => {
    Object.assign(at, await at.openAnother({ env: { EXPOSURE_PER_CAMPAIGN: '10' } }))
    expect(await preview('?amount=10.01')).toMatchObject({ isHeld: true })
    expect(await preview('?amount=10')).toMatchObject({ isHeld: false })
  })

  it('is refused for more than is left', async () => {
    const response = await readPreview(people.ada, { query: '?amount=5,000.01' })
    expect([response.status, await response.json()]).toMatchObject([
      409,
      { error: { code: 'refund-too-large' } },
    ])
  })
})

describe('the timeline of a refund', () => {
  it('shows each state with its time to organiser, admin and donor, and the rest that can be refunded', async () => {
    await refund({ amount: '1,000' })
    await processRefund()

    const states = ['requested', 'sent', 'known', 'processed']
    for (const row of [await readRow(people.ada), await readRow(people.admin)]) {
      expect(row?.refundable).toBe(4_000_00)
      expect(row?.refunds).toMatchObject([
        {
          amount: 1_000_00,
          requestedBy: 'owner',
          reason: expect.stringMatching(/^The well/),
          state: 'processed',
        },
      ])
    }
    const own = await readOwn()
    expect(own.refunds?.map(({ steps }) => steps.map(({ state }) => state))).toEqual([states])
  })

  it('hides from the organiser what a donor wrote to Ajo', async () => {
    const link = await requestRefundLink(at, database, donation)
    expect((await refund({ reason: 'My card was stolen' }, visitor, link)).status).toBe(201)

    expect((await readRow(people.ada))?.refunds).toMatchObject([
      { requestedBy: 'donor', reason: '' },
    ])
    expect((await readRow(people.admin))?.refunds[0]?.reason).toBe('My card was stolen')
    expect((await readOwn()).refunds?.[0]?.reason).toBe('My card was stolen')
  })
})
