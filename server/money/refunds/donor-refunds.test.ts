import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { listWrongSums } from '#test/support/money/identities.ts'
import { freshMoneyApp, openMoneyApp } from '#test/support/money/money-app.ts'
import { payDonation, startDonation } from '#test/support/money/paid-donation.ts'
import { sendDueRefunds } from '#test/support/money/refunds.ts'
import { ada, as, bola, visitor } from '#test/support/people/people.ts'

import { sql } from '../../platform/database/sql.ts'

const { at, database, owner } = await freshMoneyApp({ ada, bola })

async function findKey(reference: string) {
  const key = await database.row(
    z.object({ campaignId: z.string(), id: z.string(), accessCode: z.string() }),
    sql`select campaign_id as "campaignId", id, access_code as "accessCode" from donation where reference = ${reference}`,
  )
  if (!key) throw new Error('the donation was not stored')
  return key
}

const regret = async (reference: string, amount = kobo(100_00)) =>
  at.refunds.requestRefund({
    donation: await findKey(reference),
    form: { reason: 'A mistake', amount },
    idempotencyKey: randomUUID(),
    by: { role: 'donor', uid: null },
  })

it('withholds the quoted fee while the provider has not reported its fee', async () => {
  const { reference } = await startDonation(at)
  await at.pay(reference, { fees: null })
  // 1.5 % and ₦100.
  expect(await regret(reference, kobo(5_000_00))).toMatchObject({
    kind: 'requested',
    refund: { amount: 4_825_00 },
  })
})

it('keeps the cap of a day when a person asks as a guest and with an account at the same time', async () => {
  const donations = []
  for (let number = 0; number < 4; number++) {
    donations.push(await payDonation(at))
    donations.push(await payDonation(at, { donor: bola }))
  }
  const outcomes = await Promise.all(donations.map(({ reference }) => regret(reference)))
  expect(outcomes.filter(({ kind }) => kind !== 'over-limit')).toHaveLength(3)
})

it('does not count the refunds of another mode for the cap of a day', async () => {
  for (let number = 0; number < 3; number++)
    expect((await regret((await payDonation(at)).reference)).kind).toBe('requested')
  await owner.pool.query(`update refund set mode = 'test'`)

  expect((await regret((await payDonation(at)).reference)).kind).toBe('requested')
})

it('delays the part of a donation with which all its refunds are large', async () => {
  Object.assign(
    at,
    await openMoneyApp({ database, owner, env: { DONOR_REFUND_DELAY_ABOVE: '3000' } }),
  )
  const { reference } = await payDonation(at)
  const send = async () => (await regret(reference, kobo(2_000_00))) as { refund: object }
  expect((await send()).refund).toMatchObject({ state: 'queued' })
  expect((await send()).refund).toMatchObject({ state: 'waiting' })
})

async function processRefunds() {
  await sendDueRefunds(database, at)
  for await (const { refundId } of at.payments.refunds.listSince(new Date(0)))
    at.provider.updateRefund(refundId, { status: 'processed' })
  at.pass(1_000)
  await at.runTask('reconcile-reversals')
  await sendDueRefunds(database, at)
}

const readPublic = async (campaignId: string) =>
  (await at.ledger.campaignTotals([campaignId])).get(campaignId)

it.each([
  ['reported before its answer was read', true],
  ['answered first', false],
])(
  'a donation that its donor withdrew counts as 0 in public and in the ledger, %s',
  async (_name, isEarly) => {
    const { reference } = await payDonation(at)
    const { campaignId, accessCode } = await findKey(reference)
    const { refund } = (await regret(reference, kobo(5_000_00))) as { refund: { amount: number } }
    expect(refund.amount).toBe(4_925_00)
    await processRefunds()
    if (isEarly) {
      await database.run(
        sql`update refund set state = 'sent', refund_id = null, next_attempt_at = now() + interval '1 day'`,
      )
      await at.runTask('reconcile-reversals')
    }
    expect(await readPublic(campaignId)).toEqual({ raised: 0, donors: 0 })
    expect((await at.ledger.checkLedger()).findings).toEqual([])
    const deps = { database, mode: at.payments.mode, now: () => at.clock.now, sealing: at.sealing }
    expect(await listWrongSums(deps, campaignId)).toEqual([])
    const own = await as(at.app, visitor)(`/api/donations/${accessCode}`)
    expect(await own.json()).toMatchObject({ status: 'partially refunded', reversed: 4_925_00 })
  },
)

it('counts what is left of a donation that its donor withdrew in part', async () => {
  const { reference } = await payDonation(at)
  const { campaignId } = await findKey(reference)
  await regret(reference, kobo(2_000_00))
  await processRefunds()
  expect(await readPublic(campaignId)).toEqual({ raised: 3_000_00, donors: 1 })
  expect((await at.ledger.checkLedger()).findings).toEqual([])
})
