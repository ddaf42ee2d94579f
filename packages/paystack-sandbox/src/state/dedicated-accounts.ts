import { randomInt } from 'node:crypto'

import * as z from 'zod/mini'

import { type Queries, sql } from '../storage/database.ts'
import { toCustomerResponse, type Customer } from './customers.ts'
import { newId } from './transactions.ts'

const accountSchema = z.object({
  id: z.number(),
  account_number: z.string(),
  account_name: z.string(),
  customer_code: z.string(),
  split_code: z.nullable(z.string()),
  assigned_at: z.date(),
  unassigned_at: z.nullable(z.date()),
})
export type DedicatedAccount = z.output<typeof accountSchema>

export const testBank = { name: 'Test Bank', id: 24, slug: 'test-bank' }

/** Ten digits that begin with 98, which no bank uses, so that no real money is sent. */
const newNumber = () => `98${String(randomInt(100_000_000)).padStart(8, '0')}`

/** Undefined if the customer has an account already. */
export async function insertDedicatedAccount(
  queries: Queries,
  fields: Pick<DedicatedAccount, 'account_name' | 'customer_code' | 'split_code'>,
  now: Date,
): Promise<DedicatedAccount | undefined> {
  for (;;) {
    const row = await queries.row(
      accountSchema,
      sql`insert into sandbox.dedicated_account (id, account_number, account_name, customer_code, split_code, assigned_at)
          values (${newId(now)}, ${newNumber()}, ${fields.account_name}, ${fields.customer_code}, ${fields.split_code}, ${now})
          on conflict do nothing returning *`,
    )
    if (row) return row
    if (await findOpenAccount(queries, fields.customer_code)) return undefined
  }
}

export const findOpenAccount = (queries: Queries, customerCode: string) =>
  queries.row(
    accountSchema,
    sql`select * from sandbox.dedicated_account where customer_code = ${customerCode} and unassigned_at is null`,
  )

export const findAccountByNumber = (queries: Queries, number: string) =>
  queries.row(
    accountSchema,
    sql`select * from sandbox.dedicated_account where account_number = ${number}`,
  )

export const setSplit = (queries: Queries, number: string, splitCode: string) =>
  queries.row(
    accountSchema,
    sql`update sandbox.dedicated_account set split_code = ${splitCode}
        where account_number = ${number} and unassigned_at is null returning *`,
  )

export const unassignAccount = (queries: Queries, id: string, now: Date) =>
  queries.row(
    accountSchema,
    sql`update sandbox.dedicated_account set unassigned_at = ${now}
        where id::text = ${id} and unassigned_at is null returning *`,
  )

export function toAccountResponse(account: DedicatedAccount, customer: Customer) {
  const { id, account_number, account_name, split_code, assigned_at, unassigned_at } = account
  return {
    bank: testBank,
    account_name,
    account_number,
    assigned: unassigned_at === null,
    currency: 'NGN',
    metadata: null,
    // The provider leaves an account that it has taken back active.
    active: true,
    id,
    created_at: assigned_at.toISOString(),
    updated_at: (unassigned_at ?? assigned_at).toISOString(),
    split_config: split_code === null ? {} : JSON.stringify({ split_code }),
    assignment: {
      integration: 1,
      assignee_id: customer.id,
      assignee_type: 'Customer',
      expired: unassigned_at !== null,
      account_type: 'PAY-WITH-TRANSFER-RECURRING',
      assigned_at: assigned_at.toISOString(),
      expired_at: unassigned_at?.toISOString() ?? null,
    },
    customer: toCustomerResponse(customer),
  }
}
