import type { Transaction } from '../../../platform/database/database.ts'
import { identifier, joinSql, sql, type Sql } from '../../../platform/database/sql.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'
import {
  isPersonal,
  type PersonalColumn,
  type PersonalTable,
  type TableEntry,
  type ErasedValue,
  type ErasureStep,
  type Person,
} from './entries/entry.ts'
import { accountTables, loginTables, mailTables } from './tables/accounts.ts'
import { campaignTables, deletionTables, documentTables, imageTables } from './tables/campaigns.ts'
import { donationTables, receiptTables } from './tables/donations.ts'
import { ledgerTables, transparencyTables } from './tables/ledger.ts'
import { operationTables } from './tables/operation.ts'
import { paymentTables, payoutTables, transferTables, refundTables } from './tables/payments.ts'
import { reviewTables } from './tables/review.ts'

/** Every table, by area. A new table gets an entry in the file of its area. */
export const areas: Record<string, Record<string, TableEntry>> = {
  Accounts: accountTables,
  Logins: loginTables,
  Campaigns: campaignTables,
  Pictures: imageTables,
  Review: reviewTables,
  'Supporting documents and comparisons': documentTables,
  'Deleted campaigns': deletionTables,
  Donations: donationTables,
  Payments: paymentTables,
  Refunds: refundTables,
  'Account numbers': transferTables,
  Payouts: payoutTables,
  'Receipts and messages': receiptTables,
  Ledger: ledgerTables,
  'Transparency log': transparencyTables,
  Mails: mailTables,
  Operation: operationTables,
}

/** All tables of the schema `public` by name, and the jobs. */
export const inventory: Record<string, TableEntry> = Object.assign({}, ...Object.values(areas))

/** The personal columns of a table by name. */
export function listColumns(entry: TableEntry): [string, PersonalColumn][] {
  return Object.entries((isPersonal(entry) && entry.columns) || {}).flatMap(([names, column]) =>
    names.split(' ').map((name): [string, PersonalColumn] => [name, column]),
  )
}

/** Tables whose rows of a campaign are deleted with it. */
export const tablesOfCampaign: readonly string[] = Object.entries(inventory).flatMap(
  ([table, entry]) =>
    isPersonal(entry) && entry.erasure?.some(({ kind }) => kind === 'with-campaign') ? [table] : [],
)

/** What erasure does with a personal column of a table. */
export function toColumnErasure(
  { erasure: steps = [] }: PersonalTable,
  name: string,
  column: PersonalColumn,
): string {
  const replaced = steps.some((step) => step.kind === 'replace' && name in step.values)
  if (replaced) return 'replaced'
  if (column.stays !== undefined) return `stays: ${column.stays}`
  const deleted = steps.find(({ kind }) => kind !== 'replace')
  if (deleted?.kind === 'cascade') return `deleted with \`${deleted.from}\``
  if (deleted?.kind === 'with-campaign') return 'deleted with the campaign'
  if (deleted?.kind === 'code') return `\`${deleted.by}\``
  return deleted ? 'deleted' : ''
}

type ErasureDeps = { queries: Transaction; sealing: Pick<Sealing, 'seal'> }

/** Runs the statements by which the inventory erases a person. Each can be repeated. */
export async function eraseRows({ queries, sealing }: ErasureDeps, person: Person) {
  for (const [table, entry] of Object.entries(inventory))
    for (const step of (isPersonal(entry) && entry.erasure) || []) {
      const statement = toStatement(sealing, { table, step, person })
      if (statement) await queries.run(statement)
    }
}

type Erased = { table: string; step: ErasureStep; person: Person }

function toStatement(sealing: Pick<Sealing, 'seal'>, { table, step, person }: Erased): Sql | null {
  if (step.kind !== 'delete' && step.kind !== 'replace') return null
  const where = step.rows.where(person)
  if (!where) return null
  if (step.kind === 'delete') return sql`delete from ${identifier(table)} where ${where}`
  const values = Object.entries(step.values).map(
    ([column, value]) => sql`${identifier(column)} = ${toValue(sealing, value)}`,
  )
  return sql`update ${identifier(table)} set ${joinSql(values)} where ${where}`
}

function toValue(sealing: Pick<Sealing, 'seal'>, value: ErasedValue): unknown {
  if (value === null || typeof value !== 'object') return value
  return 'sealed' in value ? sealing.seal(value.sealed, '') : value.expression
}
