import { Hono } from 'hono'

import type { Database } from '#server/database/database.ts'

import { accountHolder } from '../state/banks.ts'
import { invalidParams, missing, succeed } from '../http/envelope.ts'
import { parseMetadata, readBody, toText } from '../http/request-body.ts'
import {
  findSubAccount,
  insertSubAccount,
  toSubAccountResponse,
  updateSubAccount,
  type SubAccountFields,
} from '../state/sub-accounts.ts'

export function subAccountRoutes({ database, now }: { database: Database; now: () => Date }) {
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
      const after = await updateSubAccount(database, before.code, parseFields(body, before), now())
      return succeed(c, 'Subaccount updated', { data: after && toSubAccountResponse(after) })
    })
}

const subAccountNotFound = () => invalidParams('Subaccount ID/code specified is invalid', 404)

/** Fields of a request merged over those of the existing account. A new account needs the four required ones. */
function parseFields(body: Record<string, unknown>, before?: SubAccountFields): SubAccountFields {
  const businessName = toText(body.business_name) ?? before?.business_name
  const bankCode = toText(body.settlement_bank ?? body.bank_code) ?? before?.bank_code
  const accountNumber = toText(body.account_number) ?? before?.account_number
  if (businessName === undefined) throw missing('Business name is required')
  if (bankCode === undefined) throw missing('Settlement bank is required')
  if (accountNumber === undefined) throw missing('Account number is required')
  const accountName = accountHolder(bankCode, accountNumber)
  if (accountName === undefined) throw invalidParams('Account details are invalid')
  return {
    business_name: businessName,
    bank_code: bankCode,
    account_number: accountNumber,
    account_name: accountName,
    percentage_charge: parsePercentage(body.percentage_charge, before?.percentage_charge),
    description: toText(body.description) ?? before?.description ?? null,
    contact_email: toText(body.primary_contact_email) ?? before?.contact_email ?? null,
    contact_name: toText(body.primary_contact_name) ?? before?.contact_name ?? null,
    contact_phone: toText(body.primary_contact_phone) ?? before?.contact_phone ?? null,
    metadata: parseMetadata(body.metadata) ?? before?.metadata ?? null,
    active: typeof body.active === 'boolean' ? body.active : (before?.active ?? true),
    settlement_schedule:
      parseSchedule(body.settlement_schedule) ?? before?.settlement_schedule ?? 'AUTO',
  }
}

function parsePercentage(value: unknown, before: number | undefined): number {
  const text = toText(value)
  if (text === null) {
    if (before === undefined) throw missing('Percentage charge is required')
    return before
  }
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
