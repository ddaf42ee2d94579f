import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sealedColumns } from '#server/platform/keys/sealed-columns.ts'
import { isPersonal } from '#server/people/privacy/inventory/entry.ts'
import { inventory, listColumns } from '#server/people/privacy/inventory/inventory.ts'
import type { Sealing } from '#server/platform/runtime/sealing.ts'

import { getGiven, values } from '../database/row-of-each-table.ts'

/** What makes a row one of the person. */
export type Links = {
  uid: string
  email: string
  campaignId: string
  donationId: string
  reference: string
  subAccountCode: string
  donorKey: Buffer
  recipientKey: Buffer
}

/** A word that stands in one personal column only. */
export type Planted = { table: string; column: string; word: string }

/** Tables of which a row would refuse the deletion, or is written by it. */
const notPlanted = [
  'campaign_freeze',
  'deleted_campaign',
  'deleted_campaign_slug',
  'evidence',
  'evidence_image',
  // The content store parses their rows; test/support/privacy/whole-life.ts fills them.
  'campaign',
  'user_document',
  // Their rows belong to a word or a picture that several campaigns may have.
  'hosted_image',
  'search_word',
  // Numbers that the ledger keeps.
  'ledger_entry',
  'owner_total',
]

/** Values that let a row hold the most personal data that its constraints allow. */
const asPlanted: Record<string, Record<string, string>> = {
  action_code: { purpose: `'verifyAndChangeEmail'` },
  bank_account_use: { last4: `'1234'` },
  campaign_member: { accepted_at: 'now()', confirms_from: 'now()', email_sealed: 'null' },
  campaign_draft: { form: `'{"title": "A clinic"}'` },
  campaign_payee: {
    kind: `'person'`,
    state: `'confirmed'`,
    email: 'null',
    confirmed_at: 'now()',
  },
  donation: {
    reference: `'AJO-' || repeat('A', 32)`,
    terms_version: `'2026-01-01'`,
    source: `'bcdfghjk'`,
  },
  moderation_decision: { kind: `'takedown'`, ground: `'fraud'`, status_before: `'approved'` },
  campaign_question: { state: `'answered'`, sent_at: 'now()', answered_at: 'now()' },
  campaign_update: { hidden_at: 'now()' },
  expense: { struck_at: 'now()', struck_by: `'a-reviewer'` },
  outside_receipt: { struck_at: 'now()', struck_by: `'a-reviewer'` },
  supporter: { words: `'shown'`, amount_kobo: '100', replied_at: 'now()' },
  provider_dispute: { status: `'resolved'` },
  quarantined_payment: { seen: `'{"merchantNote": "zq-note"}'` },
  terms_acceptance: { version: `'2026-01-01'` },
}

const columnRow = z.object({ table: z.string(), column: z.string(), type: z.string() })

type Deps = { owner: Database; sealing: Pick<Sealing, 'seal'>; links: Links }

/** Inserts a row of the person into each table with personal data. Each personal column that can hold text gets a word of its own. */
export async function plantRows({ owner, sealing, links }: Deps): Promise<Planted[]> {
  const tables = await listTableColumns(owner)
  const planted: Planted[] = []
  const refused: string[] = []
  const client = await owner.pool.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    for (const [table, columns] of tables) {
      const entry = inventory[table]
      if (!entry || !isPersonal(entry) || notPlanted.includes(table)) continue
      const described = new Map(listColumns(entry))
      const words: Planted[] = []
      const row = columns.map(({ column, type, isRequired }) => {
        const fixed =
          asPlanted[table]?.[column] ??
          toLink(links, `${table}.${column}`, described.get(column)) ??
          getGiven(table, column)
        if (fixed !== undefined) return { column, value: fixed }
        const word = `zq-${table}-${column}`
        const value = described.has(column)
          ? toWord({ table, column, type, word, sealing })
          : undefined
        if (value !== undefined) words.push({ table, column, word })
        return { column, value: value ?? (isRequired ? (values[type] ?? 'null') : undefined) }
      })
      const chosen = row.filter(({ value }) => value !== undefined)
      const names = chosen.map(({ column }) => column).join(', ')
      const rowValues = chosen.map(({ value }) => value).join(', ')
      await client
        .query(`insert into ${table} (${names}) values (${rowValues}) on conflict do nothing`)
        .then(({ rowCount }) => {
          if (rowCount === 1) planted.push(...words)
        })
        .catch((error: unknown) => {
          refused.push(`${table}: ${String(error)}`)
        })
    }
  } finally {
    await client.query(`set session_replication_role = default`)
    client.release()
  }
  if (refused.length > 0) throw new Error(refused.join('\n'))
  return planted
}

async function listTableColumns(owner: Database) {
  const { rows } = await owner.pool.query(`
    select c.table_name as table, c.column_name as column, c.data_type as type,
      c.is_nullable = 'NO' and c.column_default is null and c.is_identity = 'NO' as "isRequired"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
    order by c.table_name, c.ordinal_position`)
  const columns = z.parse(z.array(z.extend(columnRow, { isRequired: z.boolean() })), rows)
  return Map.groupBy(columns, ({ table }) => table)
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
const toBytes = (bytes: Buffer) => `decode('${bytes.toString('hex')}', 'hex')`

function toLink(links: Links, name: string, described: unknown): string | undefined {
  const isOther =
    typeof described === 'object' &&
    described !== null &&
    'leftOut' in described &&
    String(described.leftOut).includes('another person')
  const byName: Record<string, string> = {
    campaign_id: quote(links.campaignId),
    donation_id: quote(links.donationId),
    reference: quote(links.reference),
    sub_account_code: quote(links.subAccountCode),
    donor_key: toBytes(links.donorKey),
    asker_key: toBytes(links.donorKey),
    recipient_key: toBytes(links.recipientKey),
    address_key: toBytes(links.recipientKey),
    recipient: quote(links.email),
    'failing_item.key': quote(links.reference),
  }
  const [, column = ''] = name.split('.')
  const value = byName[name] ?? byName[column]
  if (value !== undefined) return value
  if (/(^|_)uid$/.test(column)) return quote(isOther ? 'another-person' : links.uid)
  return undefined
}

type Word = { table: string; column: string; type: string; word: string } & Pick<Deps, 'sealing'>

function toWord({ table, column, type, word, sealing }: Word): string | undefined {
  if (type === 'text') return quote(word)
  if (type === 'jsonb' || type === 'json') return quote(JSON.stringify({ word }))
  const sealed = sealedColumns.find(({ name }) => name === `${table}.${column}`)
  return type === 'bytea' && sealed ? toBytes(sealing.seal(sealed.purpose, word)) : undefined
}
