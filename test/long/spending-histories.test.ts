import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { expect, it } from 'vitest'

import { openExpenses } from '#server/campaigns/records/records.ts'
import { settlementReconciliation } from '#server/money/payouts/settlements.ts'
import { sql } from '#server/platform/database/sql.ts'
import { budgetSchema } from '#shared/budget.ts'
import { lagosDay } from '#shared/day.ts'
import { kobo } from '#shared/money.ts'
import { newCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { campaignOfAda, testLedger } from '#test/support/money/ledger.ts'
import { ada } from '#test/support/people/people.ts'

const { database, owner, empty } = await testDatabase()
/** `npm run test:long` runs 10,000. */
const histories = Number(process.env['HISTORIES'] ?? 25)
/** Part of the test's title, so that a run can be repeated. */
const seed = Number(process.env['SEED'] ?? (process.env['HISTORIES'] ? Date.now() % 2 ** 31 : 1))

const percent = fc.integer({ min: 1, max: 130 })
const history = fc.record({
  donations: fc.array(
    fc.record({
      amount: fc.integer({ min: 500_00, max: 900_000_00 }),
      isPaidOut: fc.boolean(),
      isPaidOutLater: fc.boolean(),
      returned: fc.constantFrom('none', 'none', 'refund', 'part', 'dispute'),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  /** Percent of what was paid out. */
  first: fc.array(percent, { maxLength: 3 }),
  later: fc.array(percent, { maxLength: 3 }),
  isWithdrawn: fc.boolean(),
})
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never

async function play({ donations, first, later, isWithdrawn }: History) {
  // What earlier histories left would be compared again by each later one.
  await empty()
  const at = testLedger(database)
  const { mode } = at.payments
  const expenses = openExpenses({
    database,
    mode,
    now: () => at.clock.now,
    conflicts: { refuse: async () => {} },
    recordStrike: async () => {},
  })
  const id = randomUUID()
  const subAccountCode = `ACCT_${id.slice(0, 12)}`
  const bankAccount = { ...campaignOfAda.bankAccount, subAccountCode }
  const campaign = { ...campaignOfAda, id, ownerUid: ada.uid, bankAccount }
  const budget = budgetSchema.parse([{ text: 'Work', amount: 1 }])
  const content = { ...newCampaignBy(ada), ...campaign, status: 'approved' as const, budget }
  const stored = {
    ...content,
    owner: { firstname: 'Ada', lastname: 'Obi' },
    createdAt: at.clock.now,
  }
  const read = () => expenses.getSpending(id, false)

  const paid: (History['donations'][number] & { reference: string; share: number })[] = []
  for (const each of donations) {
    const reference = await at.start(`${randomUUID()}@example.com`, {
      campaign,
      form: { amount: kobo(each.amount) },
    })
    const payment = at.provider.pay(reference, { subAccountCode })
    await at.donations.verifyPayment(reference, 'webhook')
    paid.push({ ...each, reference, share: payment.amount - (payment.fees ?? 0) - 100 })
  }
  const settled = paid.filter(({ isPaidOut }) => isPaidOut)
  const sum = (some: typeof paid) => some.reduce((total, { share }) => total + share, 0)
  const settle = async (some: typeof paid, kept = 0) => {
    if (some.length === 0) return
    const [total, effective] = [kobo(sum(some)), kobo(sum(some) - kept)]
    at.provider.addSettlement(
      some.map(({ reference }) => reference),
      { total, effective, subAccountCode },
    )
    await settlementReconciliation({ ...at.deps, mode }).reconcileSettlements()
  }
  const seen = { spent: 0 }
  const spend = async (shares: number[]) => {
    for (const share of shares) {
      const { paidOut } = await read()
      const amount = kobo(Math.max(1, Math.floor((paidOut * share) / 100)))
      const documentId = randomUUID()
      await owner.run(sql`
        insert into campaign_document (id, owner_uid, campaign_id, name, type, size_bytes, digest, file_key, created_at, stored_at)
        values (${documentId}, ${ada.uid}, ${id}, 'r.pdf', 'application/pdf', 1, ${documentId}::text::bytea, ${documentId}, now(), now())`)
      const form = {
        line: 'Work',
        amount,
        day: lagosDay(),
        payee: documentId,
        documentId,
        isPublished: false,
      }
      const isAccepted = await expenses.add(stored, form).then(
        () => true,
        () => false,
      )
      expect(isAccepted).toBe(seen.spent + amount <= paidOut)
      if (isAccepted) seen.spent += amount
    }
  }
  /** What visitors read is never more than what was paid out, which is never more than the organiser's share. */
  const check = async (isReturned: boolean) => {
    const { received, paidOut, accounted, owed } = await read()
    expect(accounted).toBe(seen.spent)
    expect(accounted).toBeLessThanOrEqual(paidOut)
    expect(paidOut).toBeLessThanOrEqual(sum(paid))
    expect(received).toBeGreaterThanOrEqual(0)
    // Fees of what was returned before its payout are owed too.
    const isOwing = isReturned && paid.some(({ returned }) => returned !== 'none')
    expect(owed).toBeLessThanOrEqual(isOwing ? paidOut : 0)
    const isReturnedLate = isReturned && settled.some(({ returned }) => returned !== 'none')
    expect(owed > 0 || !isReturnedLate || sum(paid) > paidOut).toBe(true)
  }

  await settle(settled)
  expect((await read()).paidOut).toBe(sum(settled))
  await spend(first)
  await check(false)

  at.pass(86_400_000)
  for (const { reference, returned, amount } of paid) {
    const refund = { status: 'processed' as const, deducted: kobo(0) }
    if (returned === 'refund') at.provider.addRefund(reference, refund)
    if (returned === 'part')
      at.provider.addRefund(reference, { ...refund, amount: kobo(Math.floor(amount / 3)) })
    if (returned === 'dispute')
      at.provider.addDispute(reference, { status: 'resolved', resolution: 'merchant-accepted' })
  }
  await at.ledger.reconcileReversals()
  await check(true)
  await settle(
    paid.filter(
      ({ isPaidOut, isPaidOutLater, returned }) =>
        !isPaidOut && isPaidOutLater && returned === 'none',
    ),
  )
  await spend(later)
  const { expenses: rows } = await read()
  const [row] = rows
  if (isWithdrawn && row) {
    await expenses.withdraw(stored, row.id)
    seen.spent -= row.amount
    await spend([50])
  }
  await check(true)
  return read()
}

it(
  `accounts for at most what was paid out in ${histories} histories (seed ${seed}) of donations, payouts, expenses, refunds and lost disputes`,
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (each) => {
        const { accounted, paidOut } = await play(each)
        expect(accounted).toBeLessThanOrEqual(paidOut)
      }),
      { numRuns: histories, seed },
    )
  },
  histories * 2_000 + 60_000,
)

it('shows a dispute that is lost after the money was spent as owed, and keeps what was spent', async () => {
  const spending = await play({
    donations: [{ amount: 5_000_00, isPaidOut: true, isPaidOutLater: false, returned: 'dispute' }],
    first: [100],
    later: [1],
    isWithdrawn: false,
  })
  expect(spending.accounted).toBe(spending.paidOut)
  expect(spending.owed).toBeGreaterThan(0)
})
