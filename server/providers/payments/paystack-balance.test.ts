import { expect, it } from 'vitest'

import { testDatabase } from '#test/support/database/database.ts'
import { collectAll, paystackAt } from '#test/support/providers/paystack.ts'

import { splitPayments } from '#packages/paystack-sandbox/test/split-payments.ts'
import { standingSandboxOn } from '#packages/paystack-sandbox/test/standing-sandbox.ts'

const { clock, pass, sandbox } = await standingSandboxOn(await testDatabase())
const { addSubAccount, paySplit } = splitPayments(sandbox)
const dayMs = 86_400_000

/** Counts the rows that the provider sends. */
function countingPayments({ isFilterIgnored = false } = {}) {
  let rows = 0
  const payments = paystackAt(sandbox, {
    listPauseMs: 0,
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      if (isFilterIgnored) for (const name of ['from', 'to']) url.searchParams.delete(name)
      const response = await fetch(url, init)
      const body = (await response.clone().json()) as { data: unknown[] }
      rows += body.data.length
      return response
    },
  })
  return { payments, countRows: () => rows }
}

it.each([
  ['filters by day', false, 1],
  // Three payments, and a payout.
  ['ignores the days', true, 4],
])(
  'lists only the changes of one day when the provider %s',
  async (_what, isFilterIgnored, sent) => {
    const { code } = await addSubAccount()
    const days: Date[] = []
    for (const reference of ['ajo-1', 'ajo-2', 'ajo-3']) {
      days.push(new Date(clock.now.toISOString().slice(0, 10)))
      await paySplit(reference, code)
      await pass(dayMs)
    }
    const [, from = clock.now, to = clock.now] = days
    const { payments, countRows } = countingPayments({ isFilterIgnored })
    const changes = await collectAll(payments.balance.listSince(from, { to }))

    expect(changes).toMatchObject([{ cause: 'transaction' }])
    expect(changes[0]?.at.toISOString().slice(0, 10)).toBe(from.toISOString().slice(0, 10))
    expect(countRows()).toBe(sent)
  },
)
