import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { openCoverWorld, type CoverWorld } from '#test/support/money/cover-world.ts'
import { testDatabase } from '#test/support/database/database.ts'
import type { Debtor } from '#test/support/money/ledger-model.ts'

/** For each party that can be debited. `npm run test:long` runs more. */
const histories = Math.max(2, Math.ceil(Number(process.env['HISTORIES'] ?? 10) / 5))
const seed = Number(process.env['SEED'] ?? (process.env['HISTORIES'] ? Date.now() % 2 ** 31 : 1))
const debtors: Debtor[] = ['main', 'subaccount', 'proportional', 'sub-until-settled']
const caps = { perCampaign: 200_000_00, perOwner: 500_000_00, inTotal: 5_000_000_00 }

const limits = {
  ownerRefundsPerDay: 6,
  ownerRefundDelayAbove: kobo(100_000_00),
  ownerRefundSumPerDay: kobo(800_000_00),
  secondPersonAbove: kobo(300_000_00),
}

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      action: fc.constant('donate' as const),
      amount: fc.integer({ min: 10_000, max: 900_000_00 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constant('refund' as const),
      donation: fc.nat(9),
      percent: fc.integer({ min: 20, max: 100 }),
      by: fc.constantFrom('owner' as const, 'admin' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constantFrom('settle' as const, 'next-day' as const, 'advance' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constantFrom(
        'keep-caps' as const,
        'send' as const,
        'work' as const,
        'agree' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant('claim' as const),
      claim: fc.constantFrom('owner_repayment', 'write_off', 'top_up'),
      percent: fc.integer({ min: 1, max: 100 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant('report' as const),
      what: fc.subarray(['payments', 'reversals', 'deductions', 'settlements'] as const, {
        minLength: 1,
      }),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function play(at: CoverWorld, played: string[], each: Step) {
  switch (each.action) {
    case 'donate':
      return void played.push(await at.donate(each.amount))
    case 'refund':
      return refundPart(at, played[each.donation % Math.max(1, played.length)], each)
    case 'report':
      return at.report(each.what)
    case 'claim':
      return at.claim(each.claim, each.percent)
    case 'settle':
      return at.settle()
    case 'next-day':
      return at.pass(1)
    case 'advance':
      return at.world.sandbox.processDue()
    case 'keep-caps':
      return at.keepCaps()
    case 'send':
      return at.sendRefunds()
    case 'work':
      return at.work()
    case 'agree':
      return void (await at.agree())
  }
}

async function refundPart(
  at: CoverWorld,
  reference: string | undefined,
  { percent, by: role }: { percent: number; by: 'owner' | 'admin' },
) {
  if (reference === undefined) return
  const payment = await at.world.payments.verify(reference)
  if (!payment) throw new Error('the payment is unknown')
  const amount = Math.max(5_000, Math.floor((payment.amount * percent) / 100))
  await at.refund(reference, amount, { role, uid: role === 'owner' ? at.ownerUid : 'admin' })
}

describe('what the provider took from the main account for refunds, is not recovered, and no payout on hold covers', () => {
  it.each(debtors)(
    `is within the cap after each step of ${histories} histories (seed ${seed}) of donations, refunds, settlements, repayments, write-offs, top-ups and jobs when refunds are debited to %s`,
    async (refundDebits) => {
      const { database, empty } = await testDatabase({ timeoutMs: 600_000 })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
          await empty()
          const at = await openCoverWorld(database, { refundDebits, caps, limits })
          const played: string[] = []
          for (const each of steps) {
            await play(at, played, each)
            const { taken, recovered, held } = await at.readProvider()
            expect(taken - recovered - held).toBeLessThanOrEqual(caps.perCampaign)
            expect(await at.readByOwner()).toBeLessThanOrEqual(limits.ownerRefundSumPerDay)
          }
        }),
        { numRuns: histories, seed, endOnFailure: true },
      )
    },
    histories * 120_000,
  )
})
