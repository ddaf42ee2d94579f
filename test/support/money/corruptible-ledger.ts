import { beforeEach } from 'vitest'
import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { settlementComparison } from '#server/money/payouts/compare-settlements.ts'
import { mainDeductions } from '#server/money/payouts/main-deductions.ts'
import { payoutHolds } from '#server/money/payouts/holds.ts'
import { settlementReconciliation } from '#server/money/payouts/settlements.ts'
import { kobo } from '#shared/money.ts'

import { testDatabase } from '#test/support/database/database.ts'
import { campaignOfAda, donationBy, testLedger } from '#test/ledger.ts'

/** Rights of the application: constraints and grants of its role hold. The database's owner can go round all of them. */
export type Role = 'ajo_app' | 'owner'

/** [what, role, statement, name of the check that finds it] */
export type Corruption = [what: string, role: Role, statement: string, foundBy: string]

const dayMs = 86_400_000
const differenceSchema = z.object({ kind: z.string() })
const openDifferences = sql`select distinct kind from ledger_difference where state = 'open'`

/** Our refund, which was sent before. */
const toRefund = (
  reference: string,
  state: 'processed' | 'known',
  { refundId, amount }: { refundId: number; amount: number },
) => `
  insert into refund (campaign_id, id, donation_id, mode, key_hash, body_hash, requested_by, cause, amount_kobo, reason, state,
    refund_id, next_attempt_at, created_at)
  select campaign_id, gen_random_uuid(), id, mode, sha256('key'), sha256('body'), 'owner', 'request', ${amount}, 'A mistake',
    '${state}', ${refundId}, case '${state}' when 'known' then now() end, created_at from donation where reference = '${reference}'`

async function corrupt(owner: Database, role: Role, statement: string) {
  const [before, after] =
    role === 'owner'
      ? ['set local session_replication_role = replica', 'select']
      : ['set local role ajo_app', 'reset role']
  await owner.pool.query(`begin; ${before}; ${statement}; ${after}; commit`)
}

/** A ledger that a test corrupts: donations that were paid out, refunded in part, disputed, deducted and held, a hundred days ago. */
export async function corruptibleLedger() {
  const { database, owner, empty } = await testDatabase()
  let at: ReturnType<typeof testLedger>
  const withMode = () => ({ ...at.deps, mode: at.payments.mode })

  async function donate(email: string, change = {}) {
    await at.donations.startDonation(donationBy(email))
    const reference = at.provider.lastReference()
    at.provider.pay(reference, change)
    await at.donations.verifyPayment(reference, 'webhook')
    return reference
  }

  beforeEach(async () => {
    await empty()
    at = testLedger(database)
    const paidOut = await donate('one@example.com')
    at.provider.addSettlement([paidOut])
    const main = { subAccountCode: null, total: kobo(1_00), effective: kobo(1_00) }
    at.provider.addSettlement([paidOut], main)
    const late = await donate('two@example.com', { fees: null })
    at.provider.pay(late)
    await at.donations.verifyPayment(late, 'sweep')
    const refunded = await donate('three@example.com')
    const refund = at.provider.addRefund(refunded, { amount: kobo(1_000_00), status: 'processed' })
    const lost = { status: 'resolved', resolution: 'auto-accepted' }
    at.provider.addDispute(await donate('four@example.com'), lost)
    at.provider.addBalanceChange({ difference: -1_000_00, causeId: refund.refundId })
    const pending = await donate('five@example.com')
    const underWay = at.provider.addRefund(pending, { amount: kobo(500_00), status: 'pending' })
    await owner.pool.query(toRefund(refunded, 'processed', refund))
    await owner.pool.query(toRefund(pending, 'known', underWay))
    await at.ledger.reconcileReversals()
    await settlementReconciliation(withMode()).reconcileSettlements()
    await settlementComparison(withMode()).compareSettlements()
    await mainDeductions(withMode()).bookMainDeductions()
    await owner.pool.query(
      `insert into campaign_freeze values ('${campaignOfAda.id}', 'A report', 'reviewer', now())`,
    )
    await payoutHolds(withMode()).applyPayoutHolds()
    at.pass(100 * dayMs)
    await mainDeductions(withMode()).bookMainDeductions()
  })

  /** The names of all checks that find something: invariants, the comparison with the provider, and differences of settlements. */
  async function findAll() {
    const found = new Set((await at.ledger.checkLedger()).findings.map(({ name }) => name))
    for (const { name } of (await at.ledger.compareWithProvider()).findings) found.add(name)
    await settlementComparison(withMode()).compareSettlements()
    await settlementReconciliation(withMode()).reconcileSettlements()
    await mainDeductions(withMode()).bookMainDeductions()
    for (const { kind } of await database.rows(differenceSchema, openDifferences)) found.add(kind)
    return [...found]
  }

  return {
    corrupt: (role: Role, statement: string) => corrupt(owner, role, statement),
    findAll,
  }
}
