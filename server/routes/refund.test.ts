import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { PaymentsUnavailable } from '#server/providers/payments/payments.ts'
import { booked } from '#test/support/money/ledger.ts'
import { listMails } from '#test/support/mail/mails.ts'
import { openMoneyApp, freshMoneyApp } from '#test/support/money/money-app.ts'
import { payDonation } from '#test/support/money/paid-donation.ts'
import { requestRefundLink } from '#test/support/money/refund-link.ts'
import { listProviderRefunds, listRefunds, passRefundTime } from '#test/support/money/refunds.ts'
import { ada, as, bola, dada, visitor, type Person } from '#test/support/people/people.ts'

const { at, database, owner, people } = await freshMoneyApp({ ada, bola, admin: dada })
let donation: { id: string; accessCode: string; reference: string }

beforeEach(async () => {
  donation = await payDonation(at)
})

const openLink = () => requestRefundLink(at, database, donation)

type Options = { who?: typeof visitor | Person; id?: string; key?: string }

const requestRefund = (
  body: object,
  { who = people.ada, id = donation.id, key = randomUUID() }: Options = {},
) =>
  as(at.app, who)(`/api/donations/${id}/refund`, {
    method: 'POST',
    body: { reason: 'The well was paid for by the state', ...body },
    headers: { 'idempotency-key': key },
  })

const readOutcome = async (response: Response) => {
  const body = (await response.json()) as { state?: string; error?: { code: string } }
  return [response.status, body.state ?? body.error?.code]
}
const listAtProvider = () => listProviderRefunds(at.payments)

describe('POST /api/donations/:id/refund', () => {
  it('refunds the whole donation, tells the donor why, and books the refund once it is processed', async () => {
    expect(await readOutcome(await requestRefund({}))).toEqual([201, 'queued'])

    const [refund, ...others] = await listAtProvider()
    expect([refund?.amount, others]).toEqual([5_000_00, []])
    const mails = await listMails(database)
    expect(mails).toMatchObject([
      { recipient: 'donor@example.com', subject: 'Your refund is on its way: ₦5,000.00' },
    ])
    expect(mails[0]?.text).toContain('The well was paid for by the state')
    expect(await booked(database)).toEqual({ entries: 1, raised: 5_000_00, balance: 0 })

    at.provider.updateRefund(refund?.refundId ?? 0, { status: 'processed' })
    at.pass(1)
    await at.runTask('reconcile-reversals')
    expect(await booked(database)).toEqual({ entries: 2, raised: 0, balance: 0 })
  })

  it('allows partial refunds up to the remaining amount when 8 requests arrive at the same time', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => requestRefund({ amount: '1,500' }).then(readOutcome)),
    )

    // One refund of a payment is sent at a time. The others wait for the job.
    expect(outcomes.filter(([status]) => status === 201 || status === 202)).toHaveLength(3)
    expect(outcomes.filter(([, code]) => code === 'refund-too-large')).toHaveLength(5)
    await passRefundTime(database)
    await at.runTask('send-refunds')
    await passRefundTime(database)
    await at.runTask('send-refunds')
    const refunds = await listAtProvider()
    expect(refunds.map(({ amount }) => amount)).toEqual([1_500_00, 1_500_00, 1_500_00])
    expect(await readOutcome(await requestRefund({ amount: '500.01' }))).toEqual([
      409,
      'refund-too-large',
    ])
    expect(await readOutcome(await requestRefund({}))).toEqual([201, 'queued'])
    expect((await listAtProvider()).at(-1)?.amount).toBe(500_00)
  })

  it('requests one refund for a repeated form, and refuses another form with the same key', async () => {
    const key = randomUUID()
    const statuses = await Promise.all(
      Array.from({ length: 8 }, () =>
        requestRefund({ amount: '1,000' }, { key }).then((r) => r.status),
      ),
    )

    expect(new Set(statuses.map((status) => Math.floor(status / 100)))).toEqual(new Set([2]))
    expect(await listAtProvider()).toHaveLength(1)
    const other = await requestRefund({ amount: '2,000' }, { key })
    expect(await readOutcome(other)).toEqual([422, 'idempotency-mismatch'])
  })

  it.each([
    ['no reason', { reason: '' }],
    ['an amount of zero', { amount: '0' }],
    ['an amount in scientific notation', { amount: '1e3' }],
  ])('refuses a form with %s', async (_defect, body) => {
    expect(await readOutcome(await requestRefund(body))).toEqual([400, 'invalid-input'])
    expect(await listAtProvider()).toEqual([])
  })

  it('needs no reason from the donor', async () => {
    const response = await requestRefund({ reason: '' }, { who: visitor, id: await openLink() })
    expect(await readOutcome(response)).toEqual([201, 'queued'])
  })

  it('stores the request while the provider is unavailable, and sends it once afterwards', async () => {
    at.provider.setDown(true)
    expect(await readOutcome(await requestRefund({}))).toEqual([202, 'waiting'])
    expect(await readOutcome(await requestRefund({}))).toEqual([409, 'refund-too-large'])

    at.provider.setDown(false)
    await at.runTask('send-refunds')
    expect(await listAtProvider()).toEqual([])
    await passRefundTime(database)
    await Promise.all([at.runTask('send-refunds'), at.runTask('send-refunds')])
    expect(await listAtProvider()).toHaveLength(1)
  })

  it('does not request a second refund when only the response was lost', async () => {
    const { create } = at.payments.refunds
    at.payments.refunds.create = async (request) => {
      await create(request)
      throw new PaymentsUnavailable('the response was lost')
    }
    expect(await readOutcome(await requestRefund({ amount: '1,000' }))).toEqual([202, 'waiting'])
    at.payments.refunds.create = create
    expect(await listRefunds(database)).toEqual([
      { state: 'sent', problem: 'answer-lost', attempts: 1 },
    ])

    await passRefundTime(database)
    await at.runTask('send-refunds')

    expect(await listAtProvider()).toHaveLength(1)
    expect(await listRefunds(database)).toEqual([{ state: 'known', problem: null, attempts: 1 }])
  })

  it('passes on the reason of a refused refund and releases the amount', async () => {
    const { create } = at.payments.refunds
    at.payments.refunds.create = async () => ({
      kind: 'refused',
      reason: 'other',
      message: 'It is not allowed',
    })
    const response = await requestRefund({})
    expect(await response.json()).toMatchObject({
      error: { code: 'refund-refused', message: 'It is not allowed' },
    })

    at.payments.refunds.create = create
    expect(await readOutcome(await requestRefund({}))).toEqual([201, 'queued'])
  })

  it('refuses a refund during a dispute', async () => {
    at.provider.addDispute(donation.reference)
    await at.runTask('reconcile-reversals')
    expect(await readOutcome(await requestRefund({}))).toEqual([409, 'refund-closed'])
  })
})

describe('who can request a refund', () => {
  it('allows admins and organisers at any time, and donors within 24 hours of the payment', async () => {
    expect((await requestRefund({ amount: '1,000' }, { who: people.admin })).status).toBe(201)
    const id = await openLink()
    expect((await requestRefund({ amount: '1,000' }, { who: visitor, id })).status).toBe(201)
    const bolas = await payDonation(at, { donor: bola })
    expect(
      (await requestRefund({ amount: '1,000' }, { who: people.bola, id: bolas.id })).status,
    ).toBe(201)

    // The payment came one hour after the start, so 25 hours end the donor's period.
    at.pass(25 * 3_600_000 + 1)
    const late = await requestRefund({ amount: '1,000' }, { who: visitor, id })
    expect(await readOutcome(late)).toEqual([409, 'refund-closed'])
    expect((await requestRefund({ amount: '1,000' })).status).toBe(201)
  })

  it('refunds the donation of an admin by the rules for donors', async () => {
    const { id } = await payDonation(at, { donor: dada, email: dada.email })
    await requestRefund({}, { who: people.admin, id })
    const by = await database.values(z.string(), sql`select requested_by from refund`)
    expect(by).toEqual(['donor'])
  })

  it('refuses a visitor with only the address of the receipt, and mails the donor a link once in ten minutes', async () => {
    const { accessCode } = donation
    for (const who of [visitor, people.bola]) {
      const quote = await as(at.app, who)(`/api/donations/${accessCode}/refund`)
      expect(await quote.json()).toMatchObject({ needsLink: true })
      const refused = await requestRefund({ amount: '1,000' }, { who, id: accessCode })
      expect(await readOutcome(refused)).toEqual([404, 'not-found'])
    }
    await openLink()
    const id = await openLink()
    expect(await listMails(database, 'donor@example.com')).toHaveLength(1)
    expect(await listAtProvider()).toEqual([])
    for (const forged of [
      id.slice(4),
      `${id.slice(0, 80)}${id[80] === 'A' ? 'B' : 'A'}${id.slice(81)}`,
    ])
      expect((await requestRefund({}, { who: visitor, id: forged })).status).toBe(404)
    // An admin who opens the donor's link has the donor's limits and pays the fee.
    expect(await readOutcome(await requestRefund({}, { who: people.admin, id }))).toEqual([
      201,
      'queued',
    ])
    expect(await listAtProvider()).toMatchObject([{ amount: 4_925_00 }])
  })
})

describe('a refund that the donor requests', () => {
  const quote = async () =>
    (await as(at.app, visitor)(`/api/donations/${donation.accessCode}/refund`)).json()
  const regret = async (body: object = {}) =>
    requestRefund(body, { who: visitor, id: await openLink() }).then(readOutcome)

  it('is less the fee that the provider keeps, as the page said before and the mail repeats', async () => {
    expect(await quote()).toEqual({
      total: 5_000_00,
      fee: 75_00,
      amount: 4_925_00,
      isDelayed: false,
      needsLink: true,
    })
    expect(await regret()).toEqual([201, 'queued'])

    expect(await listAtProvider()).toMatchObject([{ amount: 4_925_00 }])
    const mail = (await listMails(database, 'donor@example.com')).at(-1)
    expect(mail?.subject).toBe('We received your request for a refund: ₦4,925.00')
    expect(mail?.text).toContain('₦5,000.00 minus ₦75.00 is ₦4,925.00')
    // Neither the donor nor a cancelled campaign takes the fee afterwards.
    expect(await quote()).toMatchObject({ error: { code: 'refund-closed' } })
    expect(await readOutcome(await requestRefund({}))).toEqual([409, 'refund-too-large'])
  })

  it('is refused above the number of refunds per person and day', async () => {
    for (let turn = 0; turn < 3; turn++) {
      expect((await regret({ amount: '100' }))[1]).not.toBe('refund-over-limit')
    }
    expect(await regret({ amount: '100' })).toEqual([409, 'refund-over-limit'])
    donation = await payDonation(at)
    expect(await regret()).toEqual([409, 'refund-over-limit'])
  })

  it('is refused above the sum per person and day, and sent a day later above the sum of a large one', async () => {
    const env = { DONOR_REFUND_SUM_PER_DAY: '4000', DONOR_REFUND_DELAY_ABOVE: '2000' }
    Object.assign(at, await openMoneyApp({ database, owner, env, payments: at.payments }))
    expect(await regret()).toEqual([409, 'refund-over-limit'])
    expect(await regret({ amount: '3,000' })).toEqual([202, 'waiting'])
    await at.runTask('send-refunds')
    expect(await listAtProvider()).toEqual([])
    await passRefundTime(database)
    await at.runTask('send-refunds')
    expect(await listAtProvider()).toMatchObject([{ amount: 2_955_00 }])
  })
})
