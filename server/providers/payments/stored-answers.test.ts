import { expect, it } from 'vitest'

import { readWebhook } from '#server/money/donations/donations.ts'
import { kobo } from '#shared/money.ts'
import { startLocalServer } from '#test/support/providers/local-server.ts'
import {
  accountNumbers,
  balanceChanges,
  balances,
  settlements,
  subAccounts,
} from '#test/paystack/answers/accounts.ts'
import { disputes } from '#test/paystack/answers/disputes.ts'
import { refunds } from '#test/paystack/answers/refunds.ts'
import { refusals } from '#test/paystack/answers/refusals.ts'
import { challenged, transactions } from '#test/paystack/answers/transactions.ts'
import { charges, events } from '#test/paystack/answers/webhooks.ts'

import { paystackPayments } from './paystack.ts'
import type { Payments } from './payments.ts'
import { sandboxKey } from '#packages/paystack-sandbox/test/open-sandbox.ts'

// Every answer of the provider that could be found in public repositories goes through the adapter.

const checkoutOrigin = 'https://checkout.paystack.com'

type Answer = { status?: number; body: unknown }

/** The adapter before a provider that gives this answer; later pages of a list are empty. */
async function answering<Result>(answer: Answer, work: (payments: Payments) => Promise<Result>) {
  const { origin, close } = await startLocalServer((request, response) => {
    response.statusCode = answer.status ?? 200
    const isLaterPage = /[?&]page=(?!1\b)/.test(request.url ?? '')
    const empty = { status: true, message: 'ok', data: [] }
    response.end(JSON.stringify(isLaterPage ? empty : answer.body))
  })
  try {
    const endpoint = { baseUrl: origin, checkoutOrigin, secretKey: sandboxKey }
    return await work(paystackPayments({ ...endpoint, mode: 'test', listPauseMs: 0 }))
  } finally {
    await close()
  }
}

const succeed = (data: unknown): Answer => ({ body: { status: true, message: 'ok', data } })

async function readFirst<Row>(rows: AsyncIterable<Row>) {
  for await (const row of rows) return row
  return undefined
}

type Fields = Record<string, unknown>
const since = new Date(0)
const title = '$source: $shape'

it.each(transactions)(
  `reads a payment as verify and as a row of a list — ${title}`,
  async ({ data }) => {
    const { reference, id, amount, fees, status } = data as Fields & { reference: string }
    const expected = { reference, transactionId: id, amount, fees, status }
    const verified = await answering(succeed(data), ({ verify }) => verify(reference))
    expect(verified).toMatchObject(expected)
    const listed = await answering(succeed([data]), ({ listSince }) => readFirst(listSince(since)))
    expect(listed).toEqual(verified)
    const settled = await answering(succeed([data]), (payments) =>
      readFirst(payments.settlements.listPayments(1)),
    )
    expect(settled).toEqual(verified)
  },
)

it('reads the shares of every split payment', async () => {
  const splits = []
  for (const { data } of transactions) {
    const { reference } = data as { reference: string }
    const payment = await answering(succeed(data), ({ verify }) => verify(reference))
    if (payment?.subAccountCode) splits.push(payment.split)
  }
  expect(splits).toEqual([
    { provider: 300, main: 40, subAccount: 19_660 },
    { provider: 140, main: 7_860, subAccount: 2_000 },
    { provider: 200_000, main: 675_000, subAccount: 45_000_000 },
  ])
})

it('reads with which code a card can be charged again, and no code of other payments', async () => {
  const codes = []
  for (const { data } of transactions) {
    const { reference, status, channel } = data as Record<string, string>
    const payment = await answering(succeed(data), ({ verify }) => verify(reference ?? ''))
    codes.push([channel, status, payment?.authorization])
  }
  expect(codes).toContainEqual(['card', 'success', 'AUTH_0000000001'])
  const others = codes.filter(([channel, status]) => channel !== 'card' || status !== 'success')
  expect(others.map(([, , code]) => code)).toEqual(others.map(() => null))
})

const { authorization_url: challengeUrl } = challenged
const elsewhere = { ...challenged, authorization_url: 'https://checkout.example/resume' }
it.each([
  [
    'its payment',
    transactions.find(({ shape }) => shape.startsWith('charge of a saved'))?.data,
    { kind: 'attempted' },
  ],
  ['that the bank asks for the payer', challenged, { kind: 'paused', url: challengeUrl }],
  ['no page of another origin', elsewhere, { kind: 'attempted' }],
])('reads %s where a saved card was charged', async (_, data, expected) => {
  const terms = { feeBearer: 'subaccount', transactionCharge: kobo(100) } as const
  const outcome = await answering(succeed(data), (payments) =>
    payments.chargeAuthorization({
      reference: 'cn65lf4ixmkzvda',
      email: 'ada@example.com',
      amount: kobo(300_000),
      subAccountCode: 'ACCT_000000000000001',
      terms,
      callbackUrl: 'https://ajo.example/donations/abc',
      metadata: {},
      authorization: 'AUTH_0000000001',
    }),
  )
  expect(outcome).toEqual(expected)
})

it.each(refunds)(`reads a refund — ${title}`, async ({ data }) => {
  const { id, amount, status, currency } = data as Fields & { id: number }
  const expected = { refundId: id, amount, status, currency, transactionId: expect.any(Number) }
  const found = await answering(succeed(data), (payments) => payments.refunds.find(id))
  expect(found).toMatchObject(expected)
  const listed = await answering(succeed([data]), (payments) =>
    readFirst(payments.refunds.listSince(since)),
  )
  expect(listed).toEqual(found)
})

it.each(disputes)(`reads a dispute — ${title}`, async ({ data }) => {
  const [dispute] = [data].flat() as Fields[]
  const found = await answering(succeed(data), (payments) => payments.disputes.find(1))
  const { id, status, refund_amount } = dispute ?? {}
  expect(found).toMatchObject({
    disputeId: id,
    status,
    refundAmount: refund_amount,
    reference: expect.any(String),
  })
  const listed = await answering(succeed([dispute]), (payments) =>
    readFirst(payments.disputes.listSince(since)),
  )
  expect(listed).toEqual(found)
})

it.each(settlements)(`reads a settlement — ${title}`, async ({ data }) => {
  const { id, status, total_amount: total } = data as Fields
  const found = await answering(succeed([data]), (payments) =>
    readFirst(payments.settlements.listSince(since)),
  )
  expect(found).toMatchObject({
    settlementId: id,
    status,
    total,
    effective: total,
    deductions: 0,
    currency: 'NGN',
  })
})

it.each(subAccounts)(`reads a sub-account — ${title}`, async ({ data }) => {
  const found = await answering(succeed(data), (payments) =>
    payments.subAccounts.find('ACCT_000000000000001'),
  )
  expect(found).toEqual({
    code: 'ACCT_000000000000001',
    isActive: true,
    schedule: 'auto',
    isHeld: false,
    last4: String((data as Fields).account_number).slice(-4),
    ownerUid: '',
  })
})

it.each(accountNumbers)(`reads an account number — ${title}`, async ({ data }) => {
  const customer = { id: 100_110, customer_code: 'CUS_000000000000001' }
  const { origin, close } = await startLocalServer((request, response) => {
    const body = request.url?.startsWith('/customer') ? customer : [data]
    response.end(JSON.stringify({ status: true, message: 'ok', data: body }))
  })
  const endpoint = { baseUrl: origin, checkoutOrigin: origin, secretKey: sandboxKey }
  const payments = paystackPayments({ ...endpoint, mode: 'test' })
  const request = {
    email: 'campaign@example.com',
    names: ['Ajo', 'Well'],
    phone: '+2348012345678',
    subAccountCode: 'ACCT_1',
  } as const
  expect(await payments.accountNumbers.assign(request)).toMatchObject({
    kind: 'assigned',
    account: { number: '0000000001', bankName: 'Test Bank', providerId: 10_288_067 },
  })
  await close()
})

it.each(balanceChanges)(`reads a change of the balance — ${title}`, async ({ data }) => {
  const { id, difference } = data as Fields
  const found = await answering(succeed([data]), (payments) =>
    readFirst(payments.balance.listSince(since)),
  )
  expect(found).toMatchObject({ id, difference })
})

it.each(balances)(`reads the balance in naira — ${title}`, async ({ data }) => {
  const [{ currency, balance } = { currency: '', balance: 0 }] = data as {
    currency: string
    balance: number
  }[]
  const current = await answering(succeed(data), (payments) => payments.balance.current())
  expect(current).toBe(currency === 'NGN' ? balance : 0)
})

const toBytes = (body: unknown) => new TextEncoder().encode(JSON.stringify(body))

it.each(charges)(`reads a paid event and its payment — ${title}`, async ({ data }) => {
  const { event, data: payment } = data as { event: string; data: Fields }
  const { reference, amount, channel } = payment
  expect(readWebhook(toBytes(data))).toMatchObject({ event, reference, facts: { amount, channel } })
  const listed = await answering(succeed([payment]), ({ listSince }) => readFirst(listSince(since)))
  expect(listed).toMatchObject({ reference, amount, channel })
})

it.each(events)(`reads an event — ${title}`, ({ data }) => {
  const { event, data: body } = data as {
    event: string
    data: { transaction_reference?: string; id?: number }
  }
  const isRefund = event.startsWith('refund.')
  expect(readWebhook(toBytes(data))).toMatchObject({
    event,
    reference: isRefund ? body.transaction_reference : null,
    disputeId: event.startsWith('charge.dispute.') ? body.id : null,
  })
})

it.each(refusals)(
  'returns a refusal and does not throw — $source: $message',
  async ({ status, message, nextStep, ...fields }) => {
    const body = {
      status: false,
      message,
      type: 'validation_error',
      ...fields,
      ...(nextStep && { meta: { nextStep } }),
    }
    const refund = { transactionId: 7, amount: kobo(10_000), customerNote: '', merchantNote: '' }
    const result = await answering({ status, body }, (payments) => payments.refunds.create(refund))
    expect(result).toMatchObject({ kind: 'refused', message: expect.stringContaining(message) })
  },
)
