import { Hono } from 'hono'

import type { Database } from '#server/database/database.ts'

import { accountHolder } from './banks.ts'
import { invalidParams, missing, succeed } from './envelope.ts'
import { offsetMeta, pageOf } from './paging.ts'
import { metadataOf, requestBody, textOf } from './request-body.ts'
import {
  findSubAccount,
  insertSubAccount,
  listedSubAccount,
  listSubAccounts,
  subAccountData,
  updateSubAccount,
  type SubAccountFields,
} from './sub-accounts.ts'

export function subAccountApi({ database, now }: { database: Database; now: () => Date }) {
  return new Hono()
    .post('/', async (c) => {
      const fields = fieldsOf(await requestBody(c))
      const account = await insertSubAccount(database, fields, now())
      return succeed(c, 'Subaccount created', { data: subAccountData(account) }, 201)
    })
    .get('/', async (c) => {
      const page = { page: 1, ...pageOf(c) }
      const { rows, total } = await listSubAccounts(database, page)
      return succeed(c, 'Subaccounts retrieved', {
        data: rows.map(listedSubAccount),
        meta: offsetMeta(page, total),
      })
    })
    .get('/:code', async (c) => {
      const account = await findSubAccount(database, c.req.param('code'))
      if (!account) throw unknown()
      return succeed(c, 'Subaccount retrieved', { data: subAccountData(account) })
    })
    .put('/:code', async (c) => {
      const body = await requestBody(c)
      const before = await findSubAccount(database, c.req.param('code'))
      if (!before) throw unknown()
      const after = await updateSubAccount(database, before.code, fieldsOf(body, before), now())
      return succeed(c, 'Subaccount updated', { data: after && subAccountData(after) })
    })
}

const unknown = () => invalidParams('Subaccount ID/code specified is invalid', 404)

/** The fields of a request over those that are there already. A new account must bring the four required ones. */
function fieldsOf(body: Record<string, unknown>, before?: SubAccountFields): SubAccountFields {
  const businessName = textOf(body.business_name) ?? before?.business_name
  const bankCode = textOf(body.settlement_bank ?? body.bank_code) ?? before?.bank_code
  const accountNumber = textOf(body.account_number) ?? before?.account_number
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
    percentage_charge: percentageOf(body.percentage_charge, before?.percentage_charge),
    description: textOf(body.description) ?? before?.description ?? null,
    contact_email: textOf(body.primary_contact_email) ?? before?.contact_email ?? null,
    contact_name: textOf(body.primary_contact_name) ?? before?.contact_name ?? null,
    contact_phone: textOf(body.primary_contact_phone) ?? before?.contact_phone ?? null,
    metadata: metadataOf(body.metadata) ?? before?.metadata ?? null,
    active: typeof body.active === 'boolean' ? body.active : (before?.active ?? true),
    settlement_schedule:
      scheduleOf(body.settlement_schedule) ?? before?.settlement_schedule ?? 'AUTO',
  }
}

function percentageOf(value: unknown, before: number | undefined): number {
  const text = textOf(value)
  if (text === null) {
    if (before === undefined) throw missing('Percentage charge is required')
    return before
  }
  const percentage = Number(text)
  if (!(percentage >= 0 && percentage <= 100)) throw invalidParams('Percentage charge is invalid')
  return percentage
}

function scheduleOf(value: unknown): string | null {
  const text = textOf(value)
  if (text === null) return null
  if (!['auto', 'weekly', 'monthly', 'manual'].includes(text.toLowerCase()))
    throw invalidParams('Settlement schedule is invalid')
  return text.toUpperCase()
}
