import { Hono } from 'hono'

import type { Behaviour } from '../faults/behaviour.ts'
import type { LifecycleDeps } from '../lifecycle/periods.ts'
import { accountHolder } from '../state/banks.ts'
import {
  invalidParams,
  missing,
  succeed,
  parseMetadata,
  readBody,
  toText,
  featureUnavailable,
  notFound,
} from '../http/envelope.ts'
import {
  findSubAccount,
  insertSubAccount,
  toSubAccountResponse,
  updateSubAccount,
  type SubAccountFields,
} from '../state/sub-accounts.ts'
import { findCustomer, findSplit, type Customer } from '../state/customers.ts'
import {
  findOpenAccount,
  insertDedicatedAccount,
  setSplit,
  testBank,
  toAccountResponse,
  unassignAccount,
  type DedicatedAccount,
} from '../state/dedicated-accounts.ts'

export function subAccountRoutes({ database, now, faults }: LifecycleDeps) {
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

const created = 'NUBAN successfully created'
const assigned = 'Assigned Managed Account Successfully Created'

/** Account numbers that belong to a customer: each transfer to one is a payment. */
export function dedicatedAccountRoutes({ database, now, faults }: LifecycleDeps) {
  const respond = async (account: DedicatedAccount) => {
    const customer = await findCustomer(database, account.customer_code)
    if (!customer) throw notFound('Customer not found')
    return toAccountResponse(account, customer)
  }
  const requireSplit = async (body: Record<string, unknown>) => {
    const code = toText(body.split_code)
    if (code === null) return null
    if (!(await findSplit(database, code))) throw invalidParams('Split code is invalid')
    return code
  }

  return new Hono()
    .use(async (_c, next) => {
      if (faults().behaviour.dedicatedAccounts === 'refused') throw featureUnavailable()
      await next()
    })
    .get('/available_providers', (c) =>
      succeed(c, 'Dedicated account providers retrieved', { data: providers }),
    )
    .get('/', async (c) => {
      const customer = await findCustomer(database, c.req.query('customer') ?? '')
      const account = customer && (await findOpenAccount(database, customer.code))
      const data = account ? [await respond(account)] : []
      return succeed(c, 'Managed accounts successfully retrieved', { data })
    })
    .post('/', async (c) => {
      const body = await readBody(c)
      const customer = await findCustomer(database, toText(body.customer) ?? '')
      if (!customer) throw invalidParams('Invalid value for parameter "customer"')
      const split_code = await requireSplit(body)
      const account_name = toAccountName(customer)
      const fields = { account_name, customer_code: customer.code, split_code }
      const account =
        (await insertDedicatedAccount(database, fields, now())) ??
        (await findOpenAccount(database, customer.code))
      if (!account) throw invalidParams('Invalid value for parameter "customer"')
      return succeed(c, split_code === null ? created : assigned, { data: await respond(account) })
    })
    .post('/split', async (c) => {
      const body = await readBody(c)
      const number = toText(body.account_number)
      const code = await requireSplit(body)
      if (number === null || code === null)
        throw missing('"account_number" and ("subaccount" or "split_code") fields are required')
      const account = await setSplit(database, number, code)
      if (!account) throw invalidParams('Account number is invalid')
      return succeed(c, assigned, { data: await respond(account) })
    })
    .delete('/:id', async (c) => {
      const account = await unassignAccount(database, c.req.param('id'), now())
      if (!account) throw notFound('Managed account not found')
      return succeed(c, 'Managed Account Successfully Unassigned', { data: await respond(account) })
    })
}

const providers = [
  { provider_slug: testBank.slug, bank_id: testBank.id, bank_name: testBank.name, id: 1 },
]

const toAccountName = ({ first_name, last_name }: Customer) =>
  `TEST/${[first_name, last_name].filter(Boolean).join(' ')}`.toUpperCase().slice(0, 60)
