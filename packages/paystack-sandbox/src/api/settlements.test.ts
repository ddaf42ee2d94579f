import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { standingSandbox } from '../../test/standing-sandbox.ts'

const { clock, pay, sandbox } = await standingSandbox()

it('has no settlement until payments are settled, then one per account with its payments', async () => {
  const created = await sandbox.api('/subaccount', {
    business_name: 'A well',
    settlement_bank: '057',
    account_number: '0000000000',
    percentage_charge: 30,
  })
  const { subaccount_code: subaccount, id } = z.parse(
    z.object({ subaccount_code: z.string(), id: z.number() }),
    created.body.data,
  )
  const split = { subaccount, transaction_charge: 100, bearer: 'subaccount' }
  await pay('ajo-1', undefined, split)
  await pay('ajo-2', undefined, split)
  await pay('ajo-3')
  expect((await sandbox.api('/settlement')).body.data).toEqual([])
  expect((await sandbox.api('/balance')).body.data).toEqual([
    { currency: 'NGN', balance: 100 + 100 + 482_500 },
  ])

  await sandbox.settle()
  const { body } = await sandbox.api(`/settlement?subaccount=${id}`)
  expect(body.data).toMatchObject([
    {
      status: 'success',
      total_processed: 999_800,
      total_fees: 35_000,
      total_amount: 964_800,
      effective_amount: 964_800,
      deductions: null,
    },
  ])
  const [settlement] = z.parse(z.array(z.object({ id: z.number() })), body.data)
  const paid = await sandbox.api(`/settlement/${settlement?.id}/transactions`)
  const references = z.parse(z.array(z.object({ reference: z.string() })), paid.body.data)
  expect(references.map(({ reference }) => reference).toSorted()).toEqual(['ajo-1', 'ajo-2'])
  expect((await sandbox.api('/settlement?subaccount=none')).body.data).toMatchObject([
    { total_amount: 482_700, effective_amount: 482_700, deductions: null },
  ])
  expect((await sandbox.api('/balance')).body.data).toEqual([{ currency: 'NGN', balance: 0 }])
  expect(await sandbox.settle()).toEqual([])
})

it('sums up successful payments of a range, without reversed ones', async () => {
  await pay('ajo-1')
  await pay('ajo-2', undefined, { amount: 5_000 })
  await pay('ajo-3')
  await sandbox.api('/refund', { transaction: 'ajo-3' })
  const { body } = await sandbox.api('/transaction/totals')
  expect(body).toMatchObject({
    message: 'Transaction totals',
    data: {
      total_transactions: 2,
      total_volume: 505_000,
      total_volume_by_currency: [{ currency: 'NGN', amount: 505_000 }],
    },
  })
  const later = new Date(clock.now.getTime() + 1).toISOString()
  const none = await sandbox.api(`/transaction/totals?from=${later}`)
  expect(none.body.data).toMatchObject({ total_transactions: 0, total_volume: 0 })
})
