import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { donationBy, listBalances, testLedger } from '#test/support/money/ledger.ts'

import { sql } from '../../platform/database/sql.ts'

const { database, empty } = await testDatabase()
beforeEach(empty)

describe('a payment that is no donation', () => {
  it('of one kobo that is all fee has an entry', async () => {
    const at = testLedger(database)
    await at.donations.startDonation(donationBy('donor@example.com'))
    const reference = at.provider.lastReference()
    at.provider.pay(reference, { amount: kobo(1), requestedAmount: kobo(1), fees: kobo(1) })
    await at.donations.verifyPayment(reference, 'webhook')

    const entries = await database.rows(
      z.object({ kind: z.string(), fee: z.int() }),
      sql`select kind, fee_kobo as fee from ledger_entry`,
    )
    expect(entries).toEqual([{ kind: 'unidentified', fee: 1 }])
    expect(await listBalances(database)).toEqual({})
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })
})
