import pg from 'pg'
import * as z from 'zod/mini'

import { applicationRole } from './application-role.ts'
import type { Queries } from './database.ts'
import { sql } from './sql.ts'

/** Tables whose rows the application may add and never change. */
export const appendOnlyTables = [
  'ledger_entry',
  'log_leaf',
  'log_node',
  'log_checkpoint',
  'log_key',
  'campaign_history',
  'account_event',
  'audit_log',
  'receipt',
  'receipt_key',
  'receipt_proof',
]

const rowSchema = z.object({
  role: z.string(),
  isPrivileged: z.boolean(),
  canAdd: z.boolean(),
  canRewrite: z.boolean(),
})

/** Why the connection does not have the privileges that the application needs, and no more. One sentence with the remedy. */
export async function findRoleFault(queries: Queries): Promise<string | undefined> {
  const row = await readRole(queries).catch((error: unknown) => {
    // 42501: the user may not set the role. 22023: the role does not exist.
    if (error instanceof pg.DatabaseError && ['42501', '22023'].includes(error.code ?? ''))
      return undefined
    throw error
  })
  if (row?.role !== applicationRole)
    return `The application works as ${row?.role ?? 'another role'} in the database instead of ${applicationRole}: let the user of DATABASE_URL own the database, or be ${applicationRole}.`
  if (row.isPrivileged || row.canRewrite)
    return `The role ${applicationRole} has more privileges in the database than it needs, such as to change the ledger: revoke what the migrations did not grant.`
  if (!row.canAdd)
    return `The role ${applicationRole} lacks privileges in the database: grant it again what the migrations granted.`
  return undefined
}

function readRole(queries: Queries) {
  return queries.row(
    rowSchema,
    sql`select current_user as role,
        exists (
          select from pg_roles
          where rolname = current_user and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls)
        ) or has_schema_privilege(current_user, 'public', 'create')
          or exists (
            select from pg_class where relnamespace = 'public'::regnamespace and relowner = current_user::regrole
          ) as "isPrivileged",
        bool_and(has_table_privilege(current_user, name, 'insert')) as "canAdd",
        bool_or(
          has_table_privilege(current_user, name, 'update, delete, truncate')
          or has_any_column_privilege(current_user, name, 'update')
        ) as "canRewrite"
      from unnest(${appendOnlyTables}::text[]) as name`,
  )
}
