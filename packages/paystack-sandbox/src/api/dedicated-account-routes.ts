import { Hono } from 'hono'

import type { Database } from '../storage/database.ts'
import type { Faults } from '../faults/faults.ts'
import {
  featureUnavailable,
  invalidParams,
  missing,
  notFound,
  succeed,
  readBody,
  toText,
} from '../http/envelope.ts'
import { findCustomer, findSplit } from '../state/customers.ts'
import {
  findOpenAccount,
  insertDedicatedAccount,
  setSplit,
  testBank,
  toAccountResponse,
  unassignAccount,
  type DedicatedAccount,
} from '../state/dedicated-accounts.ts'

type Deps = { database: Database; now: () => Date; faults: () => Faults }

const created = 'NUBAN successfully created'
const assigned = 'Assigned Managed Account Successfully Created'

/** Account numbers that belong to a customer: each transfer to one is a payment. */
export function dedicatedAccountRoutes({ database, now, faults }: Deps) {
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
      return succeed(c, assigned, {
        data: await respond(account),
      })
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

const toAccountName = ({
  first_name,
  last_name,
}: {
  first_name: string | null
  last_name: string | null
}) => `TEST/${[first_name, last_name].filter(Boolean).join(' ')}`.toUpperCase().slice(0, 60)
