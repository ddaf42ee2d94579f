import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { campaignOfAda, donationBy, listBalances, testLedger } from '#test/support/money/ledger.ts'

import { sql } from '../../platform/database/sql.ts'

const { database, empty } = await testDatabase()
beforeEach(empty)

describe('a payment that is no donation', () => {
  it('of one kobo that is all fee has an entry', async () => {
    const at = testLedger(database)
    await at.donate(
      'donor@example.com',
      {},
      { amount: kobo(1), requestedAmount: kobo(1), fees: kobo(1) },
    )

    const entries = await database.rows(
      z.object({ kind: z.string(), fee: z.int() }),
      sql`select kind, fee_kobo as fee from ledger_entry`,
    )
    expect(entries).toEqual([{ kind: 'unidentified', fee: 1 }])
    expect(await listBalances(database)).toEqual({})
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('keeps its campaign, and gets its share when the fee is known, though another campaign has the account since', async () => {
    const at = testLedger(database)
    const { subAccountCode } = campaignOfAda.bankAccount
    await at.donations.startDonation(donationBy('donor@example.com'))
    const reference = `AJO-${'0'.repeat(32)}`
    const paid = { amount: kobo(4_000_00), requestedAmount: kobo(4_000_00), subAccountCode }
    await at.pay(reference, { ...paid, fees: null })

    const campaign = { ...campaignOfAda, id: '00000000-0000-4000-8000-000000000000' }
    await at.donations.startDonation(donationBy('another@example.com', { campaign }))
    at.provider.pay(reference, { ...paid, fees: kobo(160_00) })
    await at.donations.verifyPayment(reference, 'sweep')
    const rows = await database.rows(
      z.object({ campaignId: z.string(), share: z.int() }),
      sql`select booked_in as "campaignId", share_kobo as share from quarantined_payment`,
    )
    expect(rows).toEqual([{ campaignId: campaignOfAda.id, share: 3_840_00 }])
  })
})
