import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { quoteFees } from '#shared/fees.ts'
import { kobo } from '#shared/money.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { listBalances } from '#test/support/money/ledger.ts'
import { listDifferences } from '#test/support/money/payouts.ts'
import { addCampaigns, openMoneyWorld, type MoneyWorld } from '#test/support/money/money-world.ts'

import { sql } from '../../platform/database/sql.ts'
import { feeBearers, type FeeBearer } from '../../providers/payments/payments.ts'

const { database } = await freshDatabase()

const amounts = [50_00, 2_499_00, 2_500_00, 10_000_00, 125_000_00, 10_000_000_00].map(kobo)

async function openWorld(bearer: FeeBearer, feesSplit: 'object' | 'null') {
  const world = openMoneyWorld(database, bearer)
  const subAccountBearer = bearer === 'account' ? 'refused' : 'refused-if-short'
  world.sandbox.faults.set({ behaviour: { feesSplit, subAccountBearer } })
  const { campaigns, accounts } = await addCampaigns(world, 0)
  const [one, two] = campaigns
  if (!one || !two) throw new Error('no campaign')
  const { code } = accounts[0]
  return { world, campaign: one.campaign, others: two.campaign, code }
}
type Opened = Awaited<ReturnType<typeof openWorld>>

/** Pays each amount at the sandbox. Every second donation is by an international card, whose fee the provider corrects at once. */
async function donateAll({ world, campaign }: Opened) {
  for (const [index, amount] of amounts.entries()) {
    const email = `donor${index}@example.com`
    const { url } = await world.start(email, { campaign, form: { amount } })
    await world.payByCard(url)
    if (index % 2 === 1) await correct(world, world.references.length - 1)
  }
}

function correct(world: MoneyWorld, index: number) {
  const fee = Math.ceil(((amounts[index % amounts.length] ?? 0) * 39) / 1_000) + 100_00
  return world.sandbox.correctFee(world.references[index] ?? '', fee)
}

async function settle({ world, code }: Opened) {
  await world.sandbox.settle([code])
  await world.sandbox.settle([null])
  world.pass(1)
  await world.reconcileSettlements()
}

describe('donations and their settlements at the sandbox', () => {
  it.each(
    feeBearers.flatMap((bearer) =>
      (['object', 'null'] as const).map((feesSplit) => ({ bearer, feesSplit })),
    ),
  )(
    'leave no balance and no difference, bearer $bearer, fees_split $feesSplit',
    async ({ bearer, feesSplit }) => {
      const opened = await openWorld(bearer, feesSplit)
      const { world } = opened
      await donateAll(opened)
      await world.donations.reconcilePayments()
      // Corrected after it was booked.
      await correct(world, 2)
      world.pass(1)
      await world.donations.reconcilePayments()
      const { main, subAccounts } = await world.sandbox.getHoldings()
      expect(await listBalances(database)).toMatchObject({
        providerBalance: main + subAccounts,
        payableDue: -subAccounts,
      })
      const quoted = amounts.reduce((sum, amount) => sum + quoteFees(amount).owner, 0)
      expect(subAccounts === quoted).toBe(bearer === 'account')

      await settle(opened)

      expect(await listDifferences(database)).toEqual([])
      const { payableDue, ownerReceivable, ...others } = await listBalances(database)
      expect({ payableDue, ownerReceivable }).toEqual({})
      expect(others).toMatchObject({ platformRevenue: -100 * amounts.length })
      const left = await world.sandbox.getHoldings()
      expect(others.providerBalance ?? 0).toBe(left.main + left.subAccounts)
      expect((await world.ledger.checkLedger()).findings).toEqual([])
    },
  )

  it.each(feeBearers)(
    'leave each campaign of a sub-account owed nothing when they are paid out before they are booked, bearer %s',
    async (bearer) => {
      const opened = await openWorld(bearer, 'null')
      const { world, others } = opened
      await donateAll(opened)
      await donateAll({ ...opened, campaign: others })
      await settle(opened)
      await world.donations.reconcilePayments()
      await world.reconcileSettlements()

      const owed = await database.rows(
        z.object({ owed: z.int() }),
        sql`select -sum(payable_due_kobo + owner_receivable_kobo)::bigint as owed from ledger_entry
            where campaign_id <> 'platform' group by campaign_id`,
      )
      expect(owed).toEqual([{ owed: 0 }, { owed: 0 }])
    },
  )

  it('keep the owner at nothing due when our account bears a fee corrected after the payout', async () => {
    const opened = await openWorld('account', 'null')
    const { world } = opened
    await donateAll(opened)
    await world.donations.reconcilePayments()
    await settle(opened)
    const before = await listBalances(database)

    await correct(world, 2)
    await world.donations.reconcilePayments()
    await world.reconcileSettlements()

    const more = 97_50 + 100_00 - quoteFees(kobo(2_500_00)).fee
    expect(await listBalances(database)).toEqual({
      ...before,
      providerBalance: (before.providerBalance ?? 0) - more,
      providerFees: (before.providerFees ?? 0) + more,
    })
    expect(await listDifferences(database)).toEqual([])
    expect((await world.ledger.checkLedger()).findings).toEqual([])
  })
})
