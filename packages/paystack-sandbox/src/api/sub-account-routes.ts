import { Hono } from 'hono'
import { type Database, isDuplicate, type Queries, sql } from '../storage/database.ts'
import type { Behaviour } from '../faults/behaviour.ts'
import type { Faults } from '../faults/faults.ts'
import { accountHolder, findBank } from '../state/banks.ts'
import {
  invalidParams,
  missing,
  succeed,
  parseMetadata,
  readBody,
  toText,
} from '../http/envelope.ts'
import * as z from 'zod/mini'
import { newId, randomCode } from '../state/transactions.ts'

type SubAccountRouteDeps = { database: Database; now: () => Date; faults: () => Faults }

export function subAccountRoutes({ database, now, faults }: SubAccountRouteDeps) {
  return new Hono()
    .post('/', async (c) => {
      const fields = parseFields(await readBody(c))
      const account = await insertSubAccount(database, fields, now())
      return succeed(c, 'Subaccount created', { data: toSubAccountResponse(account) }, 201)
    })
    .get('/:code', async (c) => {
      const account = await findSubAccount(database, c.req.param('code'))
      if (!account) throw subAccountNotFound()
      return succeed(c, 'Subaccount retrieved', { data: toSubAccountResponse(account) })
    })
    .put('/:code', async (c) => {
      const body = await readBody(c)
      const before = await findSubAccount(database, c.req.param('code'))
      if (!before) throw subAccountNotFound()
      const fields = applyHold(parseFields(body, before), before, faults().behaviour)
      const after = await updateSubAccount(database, before.code, fields, now())
      return succeed(c, 'Subaccount updated', { data: after && toSubAccountResponse(after) })
    })
}

const subAccountNotFound = () => invalidParams('Subaccount ID/code specified is invalid', 404)

/** Whether merchants may hold payouts is not published. */
function applyHold(
  fields: SubAccountFields,
  { active, settlement_schedule }: SubAccountFields,
  { payoutHolds }: Behaviour,
): SubAccountFields {
  const isChange = fields.active !== active || fields.settlement_schedule !== settlement_schedule
  if (!isChange || payoutHolds === 'accepted') return fields
  if (payoutHolds === 'refused')
    throw invalidParams('Settlement schedule cannot be changed for this integration')
  if (payoutHolds === 'schedule-ignored') return { ...fields, settlement_schedule }
  return { ...fields, active, settlement_schedule }
}

type PreviousFields = { [Name in keyof SubAccountFields]: SubAccountFields[Name] | null }

const emptyFields: PreviousFields = {
  business_name: null,
  bank_code: null,
  account_number: null,
  account_name: null,
  percentage_charge: null,
  description: null,
  contact_email: null,
  contact_name: null,
  contact_phone: null,
  metadata: null,
  active: true,
  settlement_schedule: 'AUTO',
}

/** Fields of a request merged over those of the existing account. A new account needs the four required ones. */
function parseFields(
  body: Record<string, unknown>,
  previous: PreviousFields = emptyFields,
): SubAccountFields {
  const { business_name, bank_code, account_number, percentage_charge } = previous
  const bank = body.settlement_bank ?? body.bank_code
  const businessName = required(toText(body.business_name) ?? business_name, 'Business name')
  const bankCode = required(toText(bank) ?? bank_code, 'Settlement bank')
  const accountNumber = required(toText(body.account_number) ?? account_number, 'Account number')
  const accountName = accountHolder(bankCode, accountNumber)
  if (accountName === undefined) throw invalidParams('Account details are invalid')
  return {
    business_name: businessName,
    bank_code: bankCode,
    account_number: accountNumber,
    account_name: accountName,
    percentage_charge: required(
      parsePercentage(body.percentage_charge) ?? percentage_charge,
      'Percentage charge',
    ),
    ...parseOptionalFields(body, previous),
  }
}

function parseOptionalFields(body: Record<string, unknown>, previous: PreviousFields) {
  return {
    description: toText(body.description) ?? previous.description,
    contact_email: toText(body.primary_contact_email) ?? previous.contact_email,
    contact_name: toText(body.primary_contact_name) ?? previous.contact_name,
    contact_phone: toText(body.primary_contact_phone) ?? previous.contact_phone,
    metadata: parseMetadata(body.metadata) ?? previous.metadata,
    active: typeof body.active === 'boolean' ? body.active : previous.active !== false,
    settlement_schedule:
      parseSchedule(body.settlement_schedule) ?? previous.settlement_schedule ?? 'AUTO',
  }
}

function required<Value>(value: Value | null, name: string): Value {
  if (value === null) throw missing(`${name} is required`)
  return value
}

function parsePercentage(value: unknown): number | null {
  const text = toText(value)
  if (text === null) return null
  const percentage = Number(text)
  if (!(percentage >= 0 && percentage <= 100)) throw invalidParams('Percentage charge is invalid')
  return percentage
}

function parseSchedule(value: unknown): string | null {
  const text = toText(value)
  if (text === null) return null
  if (!['auto', 'weekly', 'monthly', 'manual'].includes(text.toLowerCase()))
    throw invalidParams('Settlement schedule is invalid')
  return text.toUpperCase()
}

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
type SubAccountFields = Omit<SubAccount, 'code' | 'id' | 'created_at' | 'updated_at'>

async function insertSubAccount(
  queries: Queries,
  fields: SubAccountFields,
  now: Date,
): Promise<SubAccount> {
  for (;;) {
    const code = `ACCT_${randomCode()}`
    const row = await queries
      .row(
        subAccountSchema,
        sql`insert into sandbox.sub_account (code, id, business_name, bank_code, account_number, account_name,
              percentage_charge, description, contact_email, contact_name, contact_phone, metadata, active,
              settlement_schedule, created_at, updated_at)
            values (${code}, ${newId(now)}, ${fields.business_name}, ${fields.bank_code}, ${fields.account_number},
              ${fields.account_name}, ${fields.percentage_charge}, ${fields.description}, ${fields.contact_email},
              ${fields.contact_name}, ${fields.contact_phone}, ${JSON.stringify(fields.metadata ?? null)}, ${fields.active},
              ${fields.settlement_schedule}, ${now}, ${now})
            returning *`,
      )
      .catch((error: unknown) => {
        if (!isDuplicate(error)) throw error
      })
    if (row) return row
  }
}

async function updateSubAccount(
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

/** Sub-accounts by code. */
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
