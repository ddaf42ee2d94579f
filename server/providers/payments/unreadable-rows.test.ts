import { expect, it } from 'vitest'

import { collectAll } from '#test/support/providers/paystack.ts'

import { PaymentsUnavailable, type OnUnreadable, type UnreadableRow } from './payments.ts'
import { paystackPayments } from './paystack.ts'

const good = { id: 7, domain: 'test', status: 'success', amount: 500_000, currency: 'NGN' }
const rows: Record<string, object> = {
  '/transaction': { ...good, reference: 'ajo-1' },
  '/refund': { ...good, transaction: 7 },
  '/dispute': { ...good, refund_amount: 500_000 },
  '/settlement': { ...good, total_amount: 500_000, effective_amount: 500_000 },
  '/settlement/7/transactions': { ...good, reference: 'ajo-1' },
  '/balance/ledger': { ...good, difference: -100, createdAt: '2026-05-01T10:00:00Z' },
}

/** Every list has an unreadable row with an id, one without, and a good one. */
const payments = paystackPayments({
  baseUrl: 'https://provider.example',
  secretKey: 'sk_test_0123456789',
  mode: 'test',
  checkoutOrigin: 'https://provider.example',
  listPauseMs: 0,
  fetch: async (input) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input)
    const isFirst = (searchParams.get('page') ?? '1') === '1'
    const data = isFirst
      ? [{ ...rows[pathname], id: 6, domain: 5, difference: 'much' }, 'no object', rows[pathname]]
      : []
    return Response.json({ status: true, message: '', data })
  },
})

const since = new Date(0)
const lists: Record<string, (report?: OnUnreadable) => AsyncIterable<unknown>> = {
  transaction: (report) => payments.listSince(since, { onUnreadable: report }),
  refund: (report) => payments.refunds.listSince(since, { onUnreadable: report }),
  dispute: (report) => payments.disputes.listSince(since, { onUnreadable: report }),
  settlement: (report) => payments.settlements.listSince(since, undefined, report),
  'balance change': (report) => payments.balance.listSince(since, { onUnreadable: report }),
  'settlement payment': (report) => payments.settlements.listPayments(7, report),
}

it.each(Object.entries(lists))(
  'reports unreadable rows of the %s list and goes on',
  async (name, list) => {
    const unreadable: UnreadableRow[] = []
    const read = await collectAll(list((row) => unreadable.push(row)))

    expect(read).toHaveLength(1)
    expect(unreadable).toEqual([
      { list: name, key: '6', reason: expect.stringMatching(/domain|difference/) },
      { list: name, key: expect.stringMatching(/^[0-9a-f]{16}$/), reason: expect.any(String) },
    ])
  },
)

it.each(Object.entries(lists))(
  'ends the %s list at an unreadable row if none are expected',
  async (_name, list) => {
    await expect(collectAll(list())).rejects.toThrow(PaymentsUnavailable)
  },
)
