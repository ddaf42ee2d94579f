import { beforeEach } from 'vitest'
import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { settlementComparison, mainDeductions, payoutHolds } from '#server/money/payouts/payouts.ts'
import { issueReceipt } from '#server/money/receipts/receipts.ts'
import { openSigning } from '#server/money/receipts/signing.ts'
import { generateSigningKey } from '#server/platform/runtime/files.ts'
import { settlementReconciliation } from '#server/money/payouts/settlements.ts'
import { kobo } from '#shared/money.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { campaignOfAda, testLedger } from '#test/support/money/ledger.ts'

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

/** What people decided, a receipt, a webhook that waits and the campaign in a list. */
async function addDecisions(database: Database, owner: Database, campaign: typeof campaignOfAda) {
  const paid = await owner.rows(
    z.object({ id: z.string() }),
    sql`select id from donation where state = 'paid' order by id limit 2`,
  )
  const signing = openSigning(generateSigningKey())
  for (const { id } of paid)
    await database.transaction((queries) =>
      issueReceipt({ signing, now: () => new Date() }, queries, { campaignId: campaign.id, id }),
    )
  await owner.pool.query(`
    insert into audit_log (id, uid, action, subject, reason, at) values (gen_random_uuid(), 'dada', 'release', 'campaign', '', now());
    insert into payout_stop (campaign_id, kind, started_at) values ('${campaign.id}', 'reviewer', now());
    insert into quarantined_payment (id, mode, reference, transaction_id, reason, seen, created_at)
    values (gen_random_uuid(), 'sandbox', 'WOO-1', 77, 'unknown-reference', '{"amount": 100}', now());
    insert into refund (campaign_id, id, donation_id, mode, key_hash, body_hash, requested_by, requested_by_uid, cause, amount_kobo,
      reason, state, problem, next_attempt_at, created_at)
    select campaign_id, gen_random_uuid(), id, mode, sha256('held'), sha256('held'), 'admin', 'dada', 'request', 10000, 'A mistake',
      'held', 'exposure', now() + interval '1 day', created_at from donation where state = 'paid' order by id limit 1;
    insert into webhook_inbox (id, mode, event, reference, body_hash, state, received_at, next_attempt_at, facts)
    select gen_random_uuid(), mode, 'charge.success', reference, sha256('body'), 'received', now(), now(), '{}' from donation limit 1;
    insert into campaign_listing (campaign_id, category, country, city, created_at, goal_kobo, raised_kobo, trend, ranked_at, search)
    select campaign_id, 'Health', 'nigeria', 'ife', now(), 100000000, sum(raised_kobo), 0, now(), '' from campaign_total group by 1`)
}

/** A ledger that a test corrupts: donations that were paid out, refunded in part, disputed, deducted and held, fifty days ago. */
export async function corruptibleLedger() {
  const { database, owner, empty, keep } = await testDatabase()
  let at: ReturnType<typeof testLedger>
  /** Puts the rows of the first test back. None after a test that moved the clock. */
  let restore: (() => Promise<void>) | undefined
  const withMode = () => ({ ...at.deps, mode: at.payments.mode })

  async function donate(email: string, change = {}) {
    return at.donate(email, {}, change)
  }

  beforeEach(async () => {
    if (restore) return restore()
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
    await addDecisions(database, owner, campaignOfAda)
    at.pass(50 * dayMs)
    await mainDeductions(withMode()).bookMainDeductions()
    restore = await keep()
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
    pass: (ms: number) => {
      restore = undefined
      at.pass(ms)
    },
    corrupt: (role: Role, statement: string) => corrupt(owner, role, statement),
    findAll,
  }
}
