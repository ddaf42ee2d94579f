import * as z from 'zod/mini'

import type { Queries } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'

import { stableCode, stableId } from './identifiers.ts'

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
