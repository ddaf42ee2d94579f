import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { openRefundsSchema } from '#shared/admin.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openMoneyApp } from '#test/support/money/money-app.ts'
import { payDonation } from '#test/support/money/paid-donation.ts'
import { ada, as, createPerson, dada } from '#test/support/people/people.ts'

const { database, owner } = await freshDatabase()

it('lists the refund of a quarantined payment without a donation until it is final', async () => {
  const at = await openMoneyApp({ database, owner })
  const admin = await createPerson(database, dada)
  const unknown = `AJO-${'0'.repeat(32)}`
  const { amount } = at.provider.pay(unknown)
  await at.donations.verifyPayment(unknown, 'sweep')
  const { refundId } = at.provider.addRefund(unknown, { status: 'pending' })
  const report = async (status: string) => {
    at.provider.updateRefund(refundId, { status })
    at.pass(3_600_000)
    await at.runTask('reconcile-reversals')
    const response = await as(at.app, admin)('/api/admin/refunds')
    const { refunds } = z.parse(openRefundsSchema, await response.json())
    return refunds
  }

  const listed = { id: String(refundId), campaign: null, amount }
  expect(await report('pending')).toMatchObject([{ ...listed, state: 'pending' }])
  expect(await report('needs-attention')).toMatchObject([
    { ...listed, state: 'needs-attention', canRetry: false, nextAt: null },
  ])
  expect(await report('processed')).toEqual([])
})

it('does not list what belongs to another mode, and does not send it again', async () => {
  const at = await openMoneyApp({ database, owner })
  const admin = as(at.app, await createPerson(database, dada))
  const donation = await payDonation(at)
  at.payments.refunds.create = async () => ({
    kind: 'refused',
    reason: 'too-small',
    message: 'Cannot refund less than NGN50',
  })
  const by = { role: 'owner', uid: ada.uid } as const
  const form = { reason: 'A mistake' }
  await at.refunds.requestRefund({ donation, form, idempotencyKey: randomUUID(), by })
  at.provider.addDispute(donation.reference)
  await at.runTask('reconcile-reversals')
  const list = async () =>
    z.parse(openRefundsSchema, await (await admin('/api/admin/refunds')).json())
  const { refunds } = await list()
  expect(refunds).toHaveLength(1)

  await owner.pool.query(
    `update refund set mode = 'test'; update provider_dispute set mode = 'test'`,
  )
  expect(await list()).toMatchObject({ refunds: [] })
  const retried = await admin(`/api/admin/refunds/${refunds[0]?.id ?? ''}/retry`, {
    method: 'POST',
    body: { reason: 'The donor called' },
  })
  expect(retried.status).toBe(404)
})
