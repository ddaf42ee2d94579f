import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'

const columnRow = z.object({
  table: z.string(),
  column: z.string(),
  type: z.string(),
  isRequired: z.boolean(),
})

/** A value of each type that a column without a value of its own gets. */
export const values: Record<string, string> = {
  text: `'x'`,
  uuid: 'gen_random_uuid()',
  'timestamp with time zone': 'now()',
  date: 'current_date',
  bytea: `decode(repeat('ab', 32), 'hex')`,
  integer: '1',
  bigint: '1',
  smallint: '1',
  boolean: 'false',
  jsonb: `'{}'`,
  json: `'{}'`,
  ARRAY: `'{}'`,
  bit: `repeat('0', 64)::bit(64)`,
  tsvector: `''`,
}

const oneId = `'11111111-1111-4111-8111-111111111111'`

/** Columns whose constraints ask for more than their type, or that make the row one at the end of its life. */
const given: Record<string, Record<string, string>> = {
  account: { email_verified: 'true' },
  account_role: { role: `'reviewer'` },
  access_log: { role: `'admin'`, concerns: `'staff'`, subjects: '1' },
  action_code: { purpose: `'verifyEmail'`, expires_at: `now() + interval '1 day'` },
  balance_change: { mode: `'sandbox'` },
  backup_run: { kind: `'backup'` },
  campaign: { status: `'ended'`, images: `'[]'`, account_number_last4: `'1234'` },
  campaign_consent: { kind: `'child'` },
  campaign_version: { kind: `'approved'`, review: `'reviewed'` },
  campaign_claim: { claimed_until: `now() + interval '1 hour'` },
  campaign_document: {
    type: `'application/pdf'`,
    campaign_id: `'x'`,
    stored_at: 'now()',
    file_key: `repeat('ab', 32)`,
  },
  deleted_campaign: { finished_at: 'now()' },
  campaign_edit: { changes: `'[]'` },
  campaign_name: { kind: `'organiser'` },
  campaign_pending_change: { status: `'pending'` },
  campaign_report: { resolved_at: 'now()' },
  campaign_payee: { kind: `'self'`, state: `'not-asked'` },
  campaign_slot: { expires_at: `now() + interval '1 hour'` },
  checkout_attempt: {
    id: `repeat('x', 22)`,
    network_key: `decode(repeat('ab', 16), 'hex')`,
    campaign_key: `decode(repeat('ab', 16), 'hex')`,
  },
  dispute_answer: { kind: `'decline'`, state: `'sent'`, answered_at: 'now()' },
  donation: {
    id: oneId,
    fee_bearer: `'account'`,
    reference: `'AJO-' || repeat('A', 32)`,
    access_code: `repeat('x', 22)`,
    amount_kobo: '500000',
    state: `'paid'`,
    donor_name: `'Ada'`,
    donor_uid: `'x'`,
  },
  earlier_verification_code: { purpose: `'verifyEmail'`, expires_at: `now() + interval '1 day'` },
  guest_data_link_use: { use: `'download'`, expires_at: `now() + interval '1 day'` },
  image: { id: `repeat('a', 64)`, placeholder: 'null' },
  image_upload: { image_id: `repeat('a', 64)` },
  hosted_image: { id: `repeat('a', 64)` },
  moderation_appeal: { kind: `'freeze'`, outcome: `'upheld'`, closed_at: 'now()' },
  moderation_case: { outcome: `'frozen'`, closed_at: 'now()' },
  moderation_decision: { kind: `'freeze'`, ended_at: 'now()' },
  ledger_check: { kind: `'ledger'`, id: oneId },
  ledger_finding: { check_id: oneId },
  ledger_difference: { state: `'resolved'` },
  ledger_entry: {
    kind: `'release'`,
    effect_key: `'release:sandbox:1'`,
    source: `'check'`,
    donation_id: 'null',
    transaction_id: 'null',
    raised_kobo: '0',
  },
  money_decision: { kind: `'payee-approved'` },
  campaign_member: {
    role: `'treasurer'`,
    uid: `'x'`,
    accepted_at: 'now()',
    confirms_from: 'now()',
  },
  campaign_request: { id: oneId, kind: `'end'` },
  campaign_request_answer: { request_id: oneId, answer: `'confirm'` },
  campaign_question: { state: `'sent'`, sent_at: 'now()' },
  campaign_update: { earlier: `'[]'`, images: `'[]'` },
  outside_receipt: { campaign_id: `'x'` },
  personal_link: { code: `'bcdfghjk'` },
  supporter: { words: `'none'`, amount_kobo: '100' },
  log_opening: { subject: `'donation:11111111-1111-4111-8111-111111111111'` },
  log_leaf: { leaf: `decode(repeat('ab', 122), 'hex')`, campaign_id: 'null', effect_key: 'null' },
  log_campaign: { tag: `decode(repeat('ab', 16), 'hex')` },
  payout_hold: { state: `'released'`, in_force_since: 'null' },
  payout_stop: { kind: `'reviewer'` },
  quarantined_payment: { state: `'dismissed'`, resolved_at: 'now()' },
  rate_limit_counter: {
    ends_at: `now() + interval '1 hour'`,
    key: `decode(repeat('ab', 16), 'hex')`,
  },
  receipt: { signature: `decode(repeat('ab', 64), 'hex')`, key_id: `repeat('a', 16)` },
  receipt_code: { code: `repeat('A', 20)` },
  receipt_key: { key_id: `repeat('a', 16)` },
  receipt_number: { number: `'2026-AAAA-AAAA'` },
  refund: {
    state: `'processed'`,
    cause: `'request'`,
    refund_id: '1',
    requested_by: `'donor'`,
    reason: `'Ada asked'`,
  },
  campaign_account_number: { number: `'9800000001'` },
  received_transfer: { sender_digits: `'0011'` },
  settlement_line: { donation_id: oneId },
  refund_bank_account: { bank_id: 'null', account_number_sealed: 'null' },
  thank_you_message: { donation_id: 'gen_random_uuid()', minimum_kobo: 'null' },
  user_document: { gender: `'Other'` },
  webhook_inbox: { state: `'done'` },
}
/** Each log, mode and total needs its own words. */
const byColumn: Record<string, string> = {
  mode: `'sandbox'`,
  log: `'sandbox'`,
  gross_kobo: '2',
  id_one: '1',
}
const single = new Set(['sample_data.id', 'sealing_canary.id', 'unnamed_proxy.id'])

/** As SQL. Undefined where a value of the type will do. */
export function getGiven(table: string, column: string): string | undefined {
  return given[table]?.[column] ?? byColumn[single.has(`${table}.${column}`) ? 'id_one' : column]
}

/** Inserts one row into each table of the schema `public`, without the rows that it refers to. Returns the names of the tables. */
export async function insertRowOfEachTable(owner: Database): Promise<string[]> {
  const { rows } = await owner.pool.query(`
    select c.table_name as table, c.column_name as column, c.data_type as type,
      c.is_nullable = 'NO' and c.column_default is null and c.is_identity = 'NO' as "isRequired"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
    order by c.table_name, c.ordinal_position`)
  const columns = z.parse(z.array(columnRow), rows)
  const tables = Map.groupBy(columns, ({ table }) => table)
  const missing: string[] = []
  const client = await owner.pool.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    for (const [table, own] of tables) {
      if (table === 'migration') continue
      const chosen = own.filter(({ column, isRequired }) => isRequired || given[table]?.[column])
      const sqlValues = chosen.map(
        ({ column, type }) => getGiven(table, column) ?? values[type] ?? 'null',
      )
      await client
        .query(
          `insert into ${table} (${chosen.map(({ column }) => column).join(', ')}) values (${sqlValues.join(', ')})
           on conflict do nothing`,
        )
        .catch((error: unknown) => {
          missing.push(`${table}: ${String(error)}`)
        })
    }
  } finally {
    await client.query(`set session_replication_role = default`)
    client.release()
  }
  if (missing.length > 0) throw new Error(missing.join('\n'))
  return [...tables.keys()]
}

/** Moves every time in the database into the past, as if the clock had moved on. */
export async function moveClock(owner: Database, days: number): Promise<void> {
  const { rows } = await owner.pool.query<{ table: string; set: string }>(`
    select table_name as table, string_agg(format('%1$I = %1$I - interval ''${days} days''', column_name), ', ') as set
    from information_schema.columns join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and data_type = 'timestamp with time zone'
    group by table_name`)
  const client = await owner.pool.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    for (const { table, set } of rows) await client.query(`update ${table} set ${set}`)
  } finally {
    await client.query(`set session_replication_role = default`)
    client.release()
  }
}
