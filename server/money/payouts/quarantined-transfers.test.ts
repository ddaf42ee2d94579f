import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { freshOn } from '#test/support/people/fresh-database.ts'
import { campaignOfAda, listBalances } from '#test/support/money/ledger.ts'
import { listDifferences } from '#test/support/money/payouts.ts'
import { addAccountNumber, openTransferWorld } from '#test/support/money/transfer-world.ts'

import { sql } from '../../platform/database/sql.ts'

const { at, database } = await freshOn(({ database }) => openTransferWorld(database))

/** The balances of each campaign that are not zero. */
const listPositions = () =>
  database.rows(
    z.object({ campaignId: z.string(), due: z.int(), receivable: z.int() }),
    sql`select campaign_id as "campaignId", sum(payable_due_kobo)::bigint as due, sum(owner_receivable_kobo)::bigint as receivable
        from ledger_entry group by campaign_id having sum(payable_due_kobo) <> 0 or sum(owner_receivable_kobo) <> 0`,
  )
const settle = async (daysUntilRead = 0) => {
  at.pass(24)
  await at.sandbox.settle()
  at.pass(24 * daysUntilRead)
  await at.reconcileSettlements()
}

/** What a payout left open. */
const readOpen = async () => ({
  positions: await listPositions(),
  differences: await listDifferences(database),
  findings: (await at.ledger.checkLedger()).findings,
})
const nothing = { positions: [], differences: [], findings: [] }

describe('a quarantined transfer', () => {
  it('is paid out for its own campaign when a larger one has the same sub-account', async () => {
    const other = { ...campaignOfAda, id: 'campaign-2', slug: 'campaign-2' }
    at.campaigns.set(other.id, other)
    const { subAccountCode } = await findNumber()
    const number = await addAccountNumber(at, other.id, subAccountCode)
    await at.send({ amount: 50_000_00 })
    await at.sandbox.transfer({ accountNumber: number.number, amount: 30_00 })
    await at.donations.reconcilePayments()

    await settle()

    expect(await readOpen()).toEqual(nothing)
  })

  it.each([0, 4])(
    'is paid out for its campaign when the settlement was read %i days late, and before the transfer',
    async (days) => {
      await at.send({ amount: 50_000_00 })
      await at.donations.reconcilePayments()
      await at.send({ amount: 30_00 })
      await settle(days)
      expect(await listDifferences(database)).not.toEqual([])

      await at.donations.reconcilePayments(days === 0 ? 'quick' : 'deep')
      await at.reconcileSettlements()
      expect(await readOpen()).toEqual(nothing)
    },
  )

  it('is booked again by its difference when the provider corrects its fee', async () => {
    const { reference } = await at.send({ amount: 30_00 })
    await at.donations.reconcilePayments()
    await at.sandbox.correctFee(reference, 20)
    await at.donations.reconcilePayments()
    await at.donations.reconcilePayments()

    expect(await listBalances(database)).toEqual({ providerBalance: 29_80, unidentified: -29_80 })
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('is paid out once by a settlement that failed first', async () => {
    await at.send({ amount: 50_000_00 })
    await at.send({ amount: 30_00 })
    await at.donations.reconcilePayments()
    at.sandbox.faults.set({ behaviour: { settlementOutcome: 'fails-first' } })
    await settle()
    for (let day = 0; day < 4; day++) {
      at.pass(24)
      await at.sandbox.processDue()
      await at.reconcileSettlements()
    }

    expect(await readOpen()).toEqual(nothing)
  })

  it('keeps its campaign from being deleted', async () => {
    expect(await at.ledger.hasDonations(campaignOfAda.id)).toBe(false)
    await at.send({ amount: 30_00 })
    await at.donations.reconcilePayments()
    expect(await at.ledger.hasDonations(campaignOfAda.id)).toBe(true)
  })
})

it.each([
  ['the amount that was asked', 5_000_00],
  ['another amount', 7_000_00],
])(
  'a payment of %s is paid out when its settlement was read days before it was reported',
  async (_, amount) => {
    const { subAccountCode } = await findNumber()
    const { bankAccount } = campaignOfAda
    const campaign = { ...campaignOfAda, bankAccount: { ...bankAccount, subAccountCode } }
    const { url, reference } = await at.start('late@example.com', { campaign })
    await database.run(
      sql`update sandbox.transaction set amount = ${amount} where reference = ${reference}`,
    )
    await at.payByCard(url)
    await settle(4)

    await at.donations.reconcilePayments('deep')
    await at.reconcileSettlements()
    const { positions, ...open } = await readOpen()
    // The share of a charge counts against what the campaign owes with its next entry.
    const left = positions.filter(({ due, receivable }) => due + receivable !== 0)
    expect({ positions: left, ...open }).toEqual(nothing)
  },
)

async function findNumber() {
  const found = await database.row(
    z.object({ subAccountCode: z.string() }),
    sql`select sub_account_code as "subAccountCode" from campaign_account_number`,
  )
  if (!found) throw new Error('no account number')
  return found
}
