import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { testDatabase } from '#test/database.ts'
import { donationBy } from '#test/ledger.ts'
import { chargeSuccess, openMoneyApp, type MoneyApp } from '#test/money-app.ts'

import { sql } from '../database/sql.ts'

const { database, owner, empty } = await testDatabase()
const dayMs = 24 * 3_600_000
let at: MoneyApp

beforeEach(async () => {
  await empty()
  at = await openMoneyApp({ database, owner })
})

async function deliverPayment() {
  const outcome = await at.donations.startDonation(donationBy('donor@example.com'))
  if (outcome.kind !== 'started') throw new Error(outcome.kind)
  const reference = at.provider.lastReference()
  at.provider.pay(reference)
  await at.deliver(chargeSuccess(reference))
  await at.runJobs()
  return reference
}

const bodyRow = z.object({
  reference: z.nullable(z.string()),
  state: z.string(),
  hasBody: z.boolean(),
  hashLength: z.int(),
})
const listBodies = () =>
  database.rows(
    bodyRow,
    sql`select reference, state, body_sealed is not null as "hasBody", length(body_hash) as "hashLength"
        from webhook_inbox order by received_at`,
  )

it('replaces the body of a webhook by its digest after 90 days, and not before', async () => {
  const old = await deliverPayment()
  at.pass(dayMs)
  const newer = await deliverPayment()

  at.pass(89 * dayMs)
  await at.runTask('delete-webhook-bodies')
  expect((await listBodies()).map(({ hasBody }) => hasBody)).toEqual([true, true])

  at.pass(1_000)
  await at.runTask('delete-webhook-bodies')
  expect(await listBodies()).toEqual([
    { reference: old, state: 'done', hasBody: false, hashLength: 32 },
    { reference: newer, state: 'done', hasBody: true, hashLength: 32 },
  ])
})

it('still recognises a repeated delivery and can process the webhook again without its body', async () => {
  const reference = await deliverPayment()
  at.pass(91 * dayMs)
  await at.runTask('delete-webhook-bodies')

  await at.deliver(chargeSuccess(reference))
  await owner.pool.query(`update webhook_inbox set state = 'received'`)
  await at.runTask('retry-webhooks')

  expect(await listBodies()).toEqual([{ reference, state: 'done', hasBody: false, hashLength: 32 }])
})

it('never loses a body without a record of its deletion', async () => {
  await deliverPayment()
  await expect(database.run(sql`update webhook_inbox set body_sealed = null`)).rejects.toThrow(
    'webhook_inbox_body_or_deleted',
  )
})
