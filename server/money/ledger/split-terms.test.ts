import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo, type Kobo } from '#shared/money.ts'
import { quoteFees } from '#shared/fees.ts'
import { decodeLeaf } from '#shared/transparency/leaf.ts'
import { listBalances, freshLedger } from '#test/support/money/ledger.ts'
import { openLogApp } from '#test/support/servers/log-app.ts'

import { sql } from '../../platform/database/sql.ts'
import { type PaymentSplit, feeBearers, type FeeBearer } from '../../providers/payments/payments.ts'

const { at, database, owner, empty } = await freshLedger()

const amounts = [150_00, 2_499_00, 2_500_00, 10_000_00, 125_000_00, 10_000_000_00].map(kobo)
const cardFees = {
  local: (amount: Kobo) => quoteFees(amount).fee,
  /** 3.9 % and ₦100. A fee above the payment is never booked. */
  international: (amount: Kobo) => kobo(Math.ceil((amount * 39) / 1_000) + 100_00),
}
type Card = keyof typeof cardFees
const table = feeBearers.flatMap((bearer) =>
  (['local', 'international'] as const).map((card) => ({ bearer, card })),
)

/** What the provider pays to whom: the bearer pays any fee, a sub-account at most what it has. */
function split(amount: Kobo, fee: Kobo, bearer: FeeBearer): PaymentSplit {
  const quoted = bearer === 'account' ? quoteFees(amount).fee : fee
  const subAccount = Math.max(amount - quoted - 100, 0)
  return { provider: fee, main: kobo(amount - fee - subAccount), subAccount: kobo(subAccount) }
}

async function start(amount: Kobo, bearer: FeeBearer) {
  at.provider.setFeeBearer(bearer)
  return at.start('donor@example.com', { form: { amount } })
}

async function report(reference: string, fees: Kobo | null, reported: PaymentSplit | null) {
  at.pass(1)
  const payment = at.provider.pay(reference, { fees, split: reported })
  await at.ledger.applyPayment({ payment, source: 'webhook', askedAt: at.clock.now })
}

const findFindings = async () => (await at.ledger.checkLedger()).findings.map(({ name }) => name)
const readBooked = async () => ({
  charge: await listBalances(database, ['charge']),
  fee: await listBalances(database, ['fee']),
})

/** Books the payments of all amounts, each in an empty ledger. */
async function bookAll(
  bearer: FeeBearer,
  { card, isSplitReported, corrected }: { card: Card; isSplitReported: boolean; corrected?: Card },
) {
  const booked = []
  for (const amount of amounts) {
    await empty()
    const reference = await start(amount, bearer)
    const fees = (corrected ? [card, corrected] : [card]).map((paidBy) => cardFees[paidBy](amount))
    for (const fee of fees)
      await report(reference, fee, isSplitReported ? split(amount, fee, bearer) : null)
    expect(await findFindings()).toEqual([])
    booked.push(await readBooked())
  }
  return booked
}

/** Without the accounts that are zero. */
const without0 = (balances: Record<string, number>) =>
  Object.fromEntries(Object.entries(balances).filter(([, balance]) => balance !== 0))

describe('a payment whose split the provider does not report', () => {
  it.each(table)(
    'has the postings of the reported split for every amount, bearer $bearer, $card card',
    async ({ bearer, card }) => {
      const expected = amounts.map((amount) => {
        const fee = cardFees[card](amount)
        const { main, subAccount } = split(amount, fee, bearer)
        const charge = {
          providerBalance: amount - fee,
          payableDue: 0 - subAccount,
          platformRevenue: -100,
          // What the main account gets less than ₦1 is Ajo's expense, and what it gets more lowers it.
          providerFees: 100 - main,
        }
        return { charge: without0(charge), fee: {} }
      })
      expect(await bookAll(bearer, { card, isSplitReported: true })).toEqual(expected)
      expect(await bookAll(bearer, { card, isSplitReported: false })).toEqual(expected)
    },
  )

  it.each(feeBearers)(
    'has the postings of the reported split when the fee is corrected, bearer %s',
    async (bearer) => {
      const play = { card: 'local', corrected: 'international' } as const
      const expected = amounts.map((amount) => {
        const more = cardFees.international(amount) - cardFees.local(amount)
        const owned = quoteFees(amount).owner
        const borne = bearer === 'account' ? 0 : Math.min(more, owned)
        return without0({
          providerBalance: -more,
          payableDue: borne,
          providerFees: more - borne,
        })
      })
      for (const isSplitReported of [true, false]) {
        const booked = await bookAll(bearer, { ...play, isSplitReported })
        expect(booked.map(({ fee }) => fee)).toEqual(expected)
      }
    },
  )

  it('leaves a late fee to our account, which bears it', async () => {
    const reference = await start(kobo(5_000_00), 'account')
    await report(reference, null, null)
    await report(reference, kobo(295_00), null)

    expect(await listBalances(database)).toEqual({
      providerBalance: 4_705_00,
      payableDue: -4_824_00,
      platformRevenue: -100,
      providerFees: 120_00,
    })
    expect(await findFindings()).toEqual([])
  })

  it.each(feeBearers)(
    'has the terms of its start when the setting was %s then and changed before the payment',
    async (bearer) => {
      const reference = await start(kobo(5_000_00), bearer)
      at.provider.setFeeBearer(bearer === 'account' ? 'subaccount' : 'account')
      await report(reference, kobo(295_00), null)

      expect(await listBalances(database)).toMatchObject({
        payableDue: bearer === 'account' ? -4_824_00 : -4_704_00,
      })
      expect(await findFindings()).toEqual([])
    },
  )

  it('whose stored terms were changed is reported by the ledger check', async () => {
    const reference = await start(kobo(5_000_00), 'account')
    await report(reference, kobo(295_00), null)
    for (const change of [`fee_bearer = 'subaccount'`, 'transaction_charge_kobo = 17599']) {
      await owner.pool.query(`update donation set ${change}`)
      expect(await findFindings()).toEqual(['the owner’s share is that of the last reported split'])
    }
  })

  it('has the leaf of the reported split in the transparency log, and a receipt', async () => {
    const app = await openLogApp({ database, owner })
    app.provider.setFeeBearer('account')
    const amount = kobo(5_000_00)
    const fees = kobo(295_00)
    for (const reported of [split(amount, fees, 'account'), null]) {
      const reference = await app.start(`donor-${reported === null}@example.com`)
      app.provider.pay(reference, { fees, split: reported })
      await app.report(reference)
      app.pass(1_000)
    }
    await app.transparency.advance()
    await app.runJobs()

    const rows = await database.rows(
      z.object({ leaf: z.instanceof(Buffer) }),
      sql`select leaf from log_leaf where effect_key not like 'payee:%' order by leaf_index`,
    )
    const legs = { kind: 'charge', donor: -5_000_00, owner: 4_824_00, platform: -119_00 }
    const leaf = { ...legs, provider: 295_00, raised: 5_000_00 }
    expect(rows.map((row) => decodeLeaf(row.leaf))).toMatchObject([leaf, leaf])
    expect((await app.transparency.checkLog()).findings).toEqual([])
    const { rows: receipts } = await owner.pool.query('select from receipt_proof')
    expect(receipts).toHaveLength(2)
  })
})
