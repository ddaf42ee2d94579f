import * as z from 'zod/mini'

import { type Queries, sql } from '../storage/database.ts'
import { findBank } from './banks.ts'
import { insertWithNewId, randomCode } from './transactions.ts'

const subAccountSchema = z.object({
  code: z.string(),
  id: z.number(),
  business_name: z.string(),
  bank_code: z.string(),
  account_number: z.string(),
  account_name: z.string(),
  percentage_charge: z.number(),
  description: z.nullable(z.string()),
  contact_email: z.nullable(z.string()),
  contact_name: z.nullable(z.string()),
  contact_phone: z.nullable(z.string()),
  metadata: z.unknown(),
  active: z.boolean(),
  settlement_schedule: z.string(),
  created_at: z.date(),
  updated_at: z.date(),
})
export type SubAccount = z.output<typeof subAccountSchema>
export type SubAccountFields = Omit<SubAccount, 'code' | 'id' | 'created_at' | 'updated_at'>

export async function insertSubAccount(
  queries: Queries,
  fields: SubAccountFields,
  now: Date,
): Promise<SubAccount> {
  return insertWithNewId(now, (id) =>
    queries.row(
      subAccountSchema,
      sql`insert into sandbox.sub_account (code, id, business_name, bank_code, account_number, account_name,
            percentage_charge, description, contact_email, contact_name, contact_phone, metadata, active,
            settlement_schedule, created_at, updated_at)
          values (${`ACCT_${randomCode()}`}, ${id}, ${fields.business_name}, ${fields.bank_code}, ${fields.account_number},
            ${fields.account_name}, ${fields.percentage_charge}, ${fields.description}, ${fields.contact_email},
            ${fields.contact_name}, ${fields.contact_phone}, ${JSON.stringify(fields.metadata ?? null)}, ${fields.active},
            ${fields.settlement_schedule}, ${now}, ${now})
          on conflict do nothing returning *`,
    ),
  )
}

export async function updateSubAccount(
  queries: Queries,
  code: string,
  fields: SubAccountFields,
  now: Date,
): Promise<SubAccount | undefined> {
  return queries.row(
    subAccountSchema,
    sql`update sandbox.sub_account set business_name = ${fields.business_name}, bank_code = ${fields.bank_code},
          account_number = ${fields.account_number}, account_name = ${fields.account_name},
          percentage_charge = ${fields.percentage_charge}, description = ${fields.description},
          contact_email = ${fields.contact_email}, contact_name = ${fields.contact_name},
          contact_phone = ${fields.contact_phone}, metadata = ${JSON.stringify(fields.metadata ?? null)},
          active = ${fields.active}, settlement_schedule = ${fields.settlement_schedule}, updated_at = ${now}
        where code = ${code} returning *`,
  )
}

/** The provider's paths accept a code or an id. */
export async function findSubAccount(
  queries: Queries,
  idOrCode: string,
): Promise<SubAccount | undefined> {
  return queries.row(
    subAccountSchema,
    sql`select * from sandbox.sub_account where code = ${idOrCode} or id::text = ${idOrCode}`,
  )
}

export async function findSubAccounts(
  queries: Queries,
  codes: (string | null)[],
): Promise<Map<string, SubAccount>> {
  const rows = await queries.rows(
    subAccountSchema,
    sql`select * from sandbox.sub_account where code = any(${codes})`,
  )
  return new Map(rows.map((row) => [row.code, row]))
}

export function toSubAccountResponse(account: SubAccount) {
  return {
    id: account.id,
    subaccount_code: account.code,
    bank: findBank(account.bank_code)?.id ?? 0,
    active: account.active,
    business_name: account.business_name,
    description: account.description,
    primary_contact_name: account.contact_name,
    primary_contact_email: account.contact_email,
    primary_contact_phone: account.contact_phone,
    metadata: account.metadata,
    account_number: account.account_number,
    account_name: account.account_name,
    percentage_charge: account.percentage_charge,
    settlement_bank: findBank(account.bank_code)?.name ?? account.bank_code,
    settlement_schedule: account.settlement_schedule,
    currency: 'NGN',
    integration: 1,
    domain: 'test',
    product: 'collection',
    managed_by_integration: 1,
    is_verified: false,
    migrate: false,
    createdAt: account.created_at.toISOString(),
    updatedAt: account.updated_at.toISOString(),
  }
}
