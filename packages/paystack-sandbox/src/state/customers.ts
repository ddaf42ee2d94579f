import * as z from 'zod/mini'
import { type Queries, sql } from '../storage/database.ts'
import { stableCode, stableId, insertWithNewId, randomCode } from './transactions.ts'
import { toSubAccountResponse, type SubAccount } from './sub-accounts.ts'

const customerSchema = z.object({
  code: z.string(),
  id: z.number(),
  email: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  created_at: z.date(),
})
export type Customer = z.output<typeof customerSchema>
type CustomerFields = Pick<Customer, 'email' | 'first_name' | 'last_name' | 'phone'>

/** Returns the existing customer of the address, as the provider does. */
export async function saveCustomer(
  queries: Queries,
  { email, first_name, last_name, phone }: CustomerFields,
  now: Date,
): Promise<Customer> {
  const saved = await queries.row(
    customerSchema,
    sql`insert into sandbox.customer (code, id, email, first_name, last_name, phone, created_at)
        values (${`CUS_${stableCode(email)}`}, ${stableId(email)}, ${email}, ${first_name}, ${last_name}, ${phone}, ${now})
        on conflict (email) do update set email = excluded.email returning *`,
  )
  if (!saved) throw new Error('a customer was not saved')
  return saved
}

/** By code, id or address. */
export const findCustomer = (queries: Queries, key: string) =>
  queries.row(
    customerSchema,
    sql`select * from sandbox.customer where code = ${key} or id::text = ${key} or email = ${key}`,
  )

export function toCustomerResponse(customer: Customer) {
  const { id, code, email, first_name, last_name, phone, created_at } = customer
  return {
    id,
    first_name,
    last_name,
    email,
    customer_code: code,
    phone,
    metadata: null,
    risk_action: 'default',
    international_format_phone: phone,
    integration: 1,
    domain: 'test',
    identified: false,
    identifications: null,
    createdAt: created_at.toISOString(),
    updatedAt: created_at.toISOString(),
  }
}

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
  return insertWithNewId(now, (id) =>
    queries.row(
      splitSchema,
      sql`insert into sandbox.split (code, id, name, sub_account_code, share, created_at)
          values (${`SPL_${randomCode(10)}`}, ${id}, ${name}, ${sub_account_code}, ${share}, ${now})
          on conflict do nothing returning *`,
    ),
  )
}

export const findSplit = (queries: Queries, code: string) =>
  queries.row(splitSchema, sql`select * from sandbox.split where code = ${code}`)

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
