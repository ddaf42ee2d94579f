import { randomUUID } from 'node:crypto'

import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo, type Kobo } from '#shared/money.ts'
import { listSubjects } from '#test/support/mail/mails.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { payDonation } from '#test/support/money/paid-donation.ts'
import { ada } from '#test/support/people/people.ts'
import { listRefunds, sendDueRefunds } from '#test/support/money/refunds.ts'

import { sql } from '../../platform/database/sql.ts'

const { at, database } = await freshMoneyApp({ ada })
let donation: { campaignId: string; id: string }

/** A refund of ₦5,000 that the provider has accepted. */
beforeEach(async () => {
  donation = await payDonation(at)
  await at.refunds.requestRefund({
    donation,
    form: { reason: 'A mistake' },
    idempotencyKey: randomUUID(),
    by: { role: 'owner', uid: ada.uid },
  })
})

const findNewest = async () => {
  let newest = 0
  for await (const { refundId } of at.payments.refunds.listSince(new Date(0))) newest = refundId
  return newest
}

async function report(change: { status: string; amount?: Kobo; currency?: string }) {
  at.provider.updateRefund(await findNewest(), change)
  at.pass(1_000)
  await at.runTask('reconcile-reversals')
  await at.runTask('send-refunds')
  await at.runJobs()
}

const listDone = async () =>
  (await listSubjects(database, 'donor@example.com')).filter((subject) =>
    /was made|was refunded/.test(subject),
  )

it('a refund that failed after it was processed and was made again is not mailed as one made with the provider', async () => {
  await report({ status: 'processed' })
  await report({ status: 'failed' })
  await sendDueRefunds(database, at)
  await report({ status: 'processed' })
  expect(await listRefunds(database)).toMatchObject([{ state: 'processed', attempts: 2 }])
  const done = 'Your refund was made: ₦5,000.00'
  expect(await listDone()).toEqual([done, done])
})

it('a refund of which the provider made a part is mailed with that part, and the rest can be refunded', async () => {
  await report({ status: 'processed', amount: kobo(4_000_00) })
  expect(await listDone()).toEqual(['Your refund was made: ₦4,000.00'])
  expect(
    await at.refunds.previewRefund(donation, undefined, { role: 'admin', uid: 'admin' }),
  ).toMatchObject({
    refundable: 1_000_00,
  })
})

it('a refund that the provider made in another currency is neither booked nor called done, and on hold for an admin', async () => {
  const usd = { currency: 'USD', amount: kobo(3_00) }
  await report({ status: 'processed', ...usd })
  await sendDueRefunds(database, at)
  await at.runTask('send-refunds')
  expect(await listDone()).toEqual([])
  expect(await listRefunds(database)).toMatchObject([{ state: 'known' }])
  const booked = await database.rows(
    z.object({ kind: z.string() }),
    sql`select kind from ledger_entry where reversal_key is not null`,
  )
  expect(booked).toEqual([])
  const onHold = await database.rows(
    z.object({ reason: z.string() }),
    sql`select reason from quarantined_payment where state = 'open'`,
  )
  expect(onHold).toEqual([{ reason: `refund ${await findNewest()}` }])
})
