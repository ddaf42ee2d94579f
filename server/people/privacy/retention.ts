import * as z from 'zod/mini'

import { terms, toTermStart } from '#shared/terms.ts'

import type { Database } from '../../platform/database/database.ts'
import { sql, identifier, type Sql } from '../../platform/database/sql.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { Log } from '../../platform/runtime/log.ts'
import { emptySealedBytes, type Sealing } from '../../platform/runtime/sealing.ts'
import { inventory } from './inventory/inventory.ts'

/** What the daily task does with the rows of a table that have reached the end of the table's term. */
type RetentionRule =
  | { kind: 'delete'; expired: (start: Date, now: Date) => Sql }
  /** The application may only add rows. A function of the database deletes old ones. */
  | { kind: 'protected' }
  /** Only a function of the database reaches the rows, and returns how many it deleted. */
  | { kind: 'function'; call: (start: Date, maxRows: number) => Sql }
  /** The row stays with its amounts, and nothing in it names a person any more. */
  | { kind: 'replace'; expired: (start: Date, now: Date) => Sql; values: (sealed: Sealed) => Sql }
  /** A foreign key deletes the rows with those of the other table. */
  | { kind: 'cascade'; from: string }
  /** Another task knows more than a condition can say. */
  | { kind: 'task'; name: string }

/** Seals an empty text for a purpose. */
type Sealed = (purpose: string) => Buffer

const before = (column: Sql): RetentionRule => ({
  kind: 'delete',
  expired: (start) => sql`${column} < ${start}`,
})
const expiresAt: RetentionRule = {
  kind: 'delete',
  expired: (_start, now) => sql`expires_at < ${now}`,
}

/** The donation began before, and the ledger has no later entry of it. */
const isOldDonation = (start: Date) => sql`
  donation.created_at < ${start} and not exists (
    select from ledger_entry entry
    where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id
      and entry.booked_at >= ${start})`

/** By table. The inventory names the terms, and a test compares both. */
export const retentionRules: Record<string, RetentionRule> = {
  account_event: { kind: 'protected' },
  feedback: before(sql`created_at`),
  session: { kind: 'task', name: 'purge-sessions' },
  known_device: { kind: 'task', name: 'purge-sessions' },
  action_code: expiresAt,
  earlier_verification_code: expiresAt,
  guest_data_link_use: expiresAt,

  campaign_draft: {
    kind: 'delete',
    expired: (start, now) => sql`saved_at < ${start}
      or replaced_at < ${toTermStart(terms.replacedDraft, now)}`,
  },
  campaign_submission: before(sql`claimed_until`),
  // After its evidence: the file, then the row.
  campaign_document: { kind: 'task', name: 'purge-documents' },
  campaign_slot: expiresAt,
  campaign_claim: { kind: 'delete', expired: (_start, now) => sql`claimed_until < ${now}` },
  // Invitations that nobody accepted.
  campaign_member: {
    kind: 'delete',
    expired: (_start, now) =>
      sql`uid is null and invited_at < ${toTermStart(terms.invitation, now)}`,
  },
  campaign_request: { kind: 'task', name: 'lapse-requests' },
  campaign_history: { kind: 'protected' },
  campaign_report: before(sql`resolved_at`),
  moderation_appeal: before(sql`closed_at`),
  moderation_decision: before(sql`ended_at`),
  // After its reports and decisions.
  moderation_case: {
    kind: 'delete',
    expired: (start) => sql`closed_at < ${start}
      and not exists (select from campaign_report where case_id = moderation_case.id)
      and not exists (select from moderation_decision where case_id = moderation_case.id)`,
  },
  campaign_rejection: before(sql`at`),
  scheduled_decision: before(sql`created_at`),
  thank_you_message: before(sql`created_at`),
  // One of an unconfirmed address goes with its link.
  campaign_question: {
    kind: 'delete',
    expired: (start, now) => sql`asked_at < ${start}
      or (state = 'unconfirmed' and asked_at < ${toTermStart(terms.unconfirmedQuestion, now)})`,
  },
  webhook_delivery: before(sql`created_at`),
  evidence: before(sql`deleted_at`),
  // Pictures are copied before the deletion, which may be refused.
  evidence_image: {
    kind: 'delete',
    expired: (
      _start,
      now,
    ) => sql`stored_at < ${new Date(now.getTime() - 86_400_000)} and not exists (
      select from evidence where evidence.campaign_id = evidence_image.campaign_id)`,
  },

  // Money
  donation: {
    kind: 'replace',
    expired: (
      start,
    ) => sql`${isOldDonation(start)} and (donation.donor_uid is not null or donation.donor_name <> ''
      or donation.message <> '' or not donation.anonymous or donation.checkout_url is not null
      or octet_length(donation.donor_email_sealed) > ${emptySealedBytes})`,
    values: (
      sealed,
    ) => sql`donor_uid = null, donor_email_sealed = ${sealed('donor-email')}, donor_name = '', message = '',
      anonymous = true, wants_updates = false, shares_email = false, source = null, shows_name = false, shows_message = false,
      checkout_url = null, refusal = null`,
  },
  refund: {
    kind: 'replace',
    expired: (start) => sql`created_at < ${start} and (reason <> '' or requested_by_uid is not null)
      and state in ('processed', 'given-up')`,
    values: () => sql`reason = '', requested_by_uid = null, refusal = null`,
  },
  log_opening: {
    kind: 'delete',
    expired: (start) => sql`subject in (
      select 'donation:' || donation.id from donation where ${isOldDonation(start)})`,
  },
  received_transfer: {
    kind: 'replace',
    expired: (start) => sql`received_at < ${start} and sender_digits <> ''`,
    values: () => sql`sender_digits = ''`,
  },
  donation_start: before(sql`created_at`),
  confirmed_donor_address: {
    kind: 'delete',
    expired: (start) => sql`at < ${start} and not exists (
      select from donation
      where donation.donor_key = confirmed_donor_address.donor_key and donation.created_at >= ${start})`,
  },
  thank_you_delivery: before(sql`sent_at`),
  campaign_unsubscribe: before(sql`at`),
  digest_reader: before(sql`chosen_at`),
  webhook_inbox: before(sql`received_at`),
  quarantined_payment: {
    // The ledger's own entries are compared with the others.
    kind: 'delete',
    expired: (start) => sql`resolved_at < ${start} and booked_in is null`,
  },
  other_payment: before(sql`paid_at`),
  ledger_difference: {
    kind: 'delete',
    expired: (start) => sql`changed_at < ${start} and state <> 'open'`,
  },
  ledger_check: before(sql`begun_at`),
  ledger_finding: { kind: 'cascade', from: 'ledger_check' },
  failing_item: before(sql`last_failed_at`),

  mail_outbox: before(sql`created_at`),
  mail_suppression: before(sql`at`),
  digest_item: before(sql`at`),

  // Operation
  audit_log: { kind: 'protected' },
  access_log: { kind: 'protected' },
  graphile_worker: {
    kind: 'function',
    call: (start, maxRows) => sql`job.delete_failed(${start}, ${maxRows})`,
  },
}

type Deps = {
  database: Database
  sealing: Pick<Sealing, 'seal'>
  log: Pick<Log, 'info' | 'error'>
  now: () => Date
}

const batchRows = 1_000

export function retentionTask(deps: Deps): Task {
  return {
    name: 'end-terms',
    lane: 'maintenance',
    cron: '40 2 * * *',
    run: async () => void (await endTerms(deps)),
  }
}

/**
 * Runs every rule and logs how many rows each table lost. Each batch is a statement of its own, so a run that was stopped continues where
 * it ended. A rule that fails does not stop the others.
 */
async function endTerms(deps: Deps): Promise<Record<string, number>> {
  const ended: Record<string, number> = {}
  const errors: unknown[] = []
  for (const [table, rule] of Object.entries(retentionRules))
    try {
      const rows = await endTerm(deps, table, rule)
      if (rows > 0) ended[table] = rows
    } catch (error) {
      deps.log.error({ err: error, table }, 'the terms of a table were not ended')
      errors.push(error)
    }
  deps.log.info({ ended }, 'terms were ended')
  if (errors.length > 0) throw new AggregateError(errors, 'some terms were not ended')
  return ended
}

async function endTerm(deps: Deps, table: string, rule: RetentionRule): Promise<number> {
  const runBatch = toBatch(deps, table, rule)
  let total = 0
  for (let rows = runBatch ? batchRows : 0; runBatch && rows >= batchRows; total += rows)
    rows = await runBatch()
  return total
}

/** Undefined where a foreign key or another task deletes the rows. */
function toBatch({ database, sealing, now }: Deps, table: string, rule: RetentionRule) {
  const name = identifier(table)
  const start = findStart(table, now())
  switch (rule.kind) {
    case 'delete':
      return () =>
        database.run(sql`delete from ${name} where ${inBatch(name, rule.expired(start, now()))}`)
    case 'replace': {
      const values = rule.values((purpose) => sealing.seal(purpose, ''))
      return () =>
        database.run(
          sql`update ${name} set ${values} where ${inBatch(name, rule.expired(start, now()))}`,
        )
    }
    case 'protected':
      return () =>
        callFunction(database, sql`retention.delete_expired(${table}, ${start}, ${batchRows})`)
    case 'function':
      return () => callFunction(database, rule.call(start, batchRows))
    case 'cascade':
    case 'task':
      return undefined
  }
}

async function callFunction(database: Database, call: Sql): Promise<number> {
  const row = await database.value(z.int(), sql`select ${call} as deleted`)
  return row ?? 0
}

/** Rows of several partitions have the same place, so the condition is compared again. */
const inBatch = (name: Sql, condition: Sql) =>
  sql`ctid = any(array(select ctid from ${name} where ${condition} limit ${batchRows})) and (${condition})`

/** A term that is a condition depends on the row alone, so any start will do. */
function findStart(table: string, now: Date): Date {
  const term = inventory[table]?.term
  return typeof term === 'string' ? toTermStart(terms[term], now) : now
}
