import { expect, it } from 'vitest'

import { freshLedger } from '#test/support/money/ledger.ts'

const { at, owner } = await freshLedger()
const movedAt = new Date('2026-05-02T11:00:00Z')

/** The owner of the database changes what the application cannot. */
const dateBack = (kind: string, stored: string) =>
  owner.pool.query(`
    begin; set local session_replication_role = replica;
    update ledger_entry set effective_at = effective_at - interval '1 year' where kind = '${kind}'; ${stored}; commit`)

async function listDated() {
  at.pass(2 * 86_400_000)
  const { findings } = await at.ledger.compareWithProvider()
  return findings.filter(({ name }) => name === 'date-differs')
}

const dated = { ours: '2025-05-02T11:00:00.000Z', theirs: '2026-05-02T11:00:00.000Z' }

it('finds a refund that was dated back with the stored answer about it', async () => {
  at.provider.addRefund(await at.donate(), { status: 'processed', refundedAt: movedAt })
  await at.ledger.reconcileReversals()
  expect(await listDated()).toEqual([])
  await dateBack('refund', `update provider_refund set refunded_at = '2025-05-02T11:00:00Z'`)
  expect(await listDated()).toMatchObject([dated])
})

it('finds a lost dispute that was dated back with the stored answer about it', async () => {
  const lost = { status: 'resolved', resolution: 'auto-accepted', resolvedAt: movedAt }
  at.provider.addDispute(await at.donate(), lost)
  await at.ledger.reconcileReversals()
  expect(await listDated()).toEqual([])
  await dateBack('chargeback', `update provider_dispute set resolved_at = '2025-05-02T11:00:00Z'`)
  expect(await listDated()).toMatchObject([dated])
})

it('finds nothing in a refund whose date the provider reports after it was booked', async () => {
  const { refundId } = at.provider.addRefund(await at.donate(), { status: 'processed' })
  await at.ledger.reconcileReversals()
  at.provider.updateRefund(refundId, { refundedAt: new Date('2026-05-06T10:00:00Z') })
  expect(await listDated()).toEqual([])
})
