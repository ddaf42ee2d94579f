import { Hono } from 'hono'

import type { Database } from '../storage/database.ts'
import type { Behaviour } from '../faults/behaviour.ts'
import type { Faults } from '../faults/faults.ts'
import { accountHolder } from '../state/banks.ts'
import {
  invalidParams,
  missing,
  succeed,
  parseMetadata,
  readBody,
  toText,
} from '../http/envelope.ts'
import {
  findSubAccount,
  insertSubAccount,
  toSubAccountResponse,
  updateSubAccount,
  type SubAccountFields,
} from '../state/sub-accounts.ts'

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
