import * as z from 'zod/mini'

import { isDuplicate, type Queries } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'

import { newId, randomCode } from './identifiers.ts'
import { toSubAccountResponse, type SubAccount } from './sub-accounts.ts'

const splitSchema = z.object({
  code: z.string(),
  id: z.number(),
  name: z.string(),
  sub_account_code: z.string(),
  share: z.number(),
  created_at: z.date(),
})
export type Split = z.output<typeof splitSchema>

/** A split of every payment between one sub-account, which bears the fee, and the main account. */
export async function insertSplit(
  queries: Queries,
  { name, sub_account_code, share }: Pick<Split, 'name' | 'sub_account_code' | 'share'>,
  now: Date,
): Promise<Split> {
  for (;;) {
    const row = await queries
      .row(
        splitSchema,
        sql`insert into sandbox.split (code, id, name, sub_account_code, share, created_at)
            values (${`SPL_${randomCode(10)}`}, ${newId(now)}, ${name}, ${sub_account_code}, ${share}, ${now}) returning *`,
      )
      .catch((error: unknown) => {
        if (!isDuplicate(error)) throw error
      })
    if (row) return row
  }
}

export const findSplit = (queries: Queries, code: string) =>
  queries.row(splitSchema, sql`select * from sandbox.split where code = ${code}`)

/** Splits by code. */
export async function findSplits(queries: Queries, codes: (string | null)[]) {
  const rows = await queries.rows(
    splitSchema,
    sql`select * from sandbox.split where code = any(${codes})`,
  )
  return new Map(rows.map((row) => [row.code, row]))
}

export function toSplitResponse(split: Split, account: SubAccount) {
  const { id, name, code, share, created_at } = split
  return {
    id,
    name,
    type: 'percentage',
    currency: 'NGN',
    integration: 1,
    domain: 'test',
    split_code: code,
    active: true,
    bearer_type: 'subaccount',
    bearer_subaccount: account.id,
    is_dynamic: false,
    createdAt: created_at.toISOString(),
    updatedAt: created_at.toISOString(),
    subaccounts: [{ subaccount: toSubAccountResponse(account), share }],
    total_subaccounts: 1,
  }
}
