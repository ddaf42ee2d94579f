import { Hono } from 'hono'
import { type Database, isDuplicate, type Queries, sql } from '../storage/database.ts'
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
import { findCustomer, toCustomerResponse, type Customer, findSplit } from '../state/customers.ts'
import { randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import { newId } from '../state/transactions.ts'

const accountSchema = z.object({
  id: z.number(),
  account_number: z.string(),
  account_name: z.string(),
  customer_code: z.string(),
  split_code: z.nullable(z.string()),
  assigned_at: z.date(),
  unassigned_at: z.nullable(z.date()),
})
type DedicatedAccount = z.output<typeof accountSchema>

export const testBank = { name: 'Test Bank', id: 24, slug: 'test-bank' }

/** Ten digits that begin with 98, which no bank uses, so that no real money is sent. */
const newNumber = () => `98${String(randomInt(100_000_000)).padStart(8, '0')}`

/** Undefined if the customer has an account already. */
async function insertDedicatedAccount(
  queries: Queries,
  fields: Pick<DedicatedAccount, 'account_name' | 'customer_code' | 'split_code'>,
  now: Date,
): Promise<DedicatedAccount | undefined> {
  for (;;) {
    const row = await queries
      .row(
        accountSchema,
        sql`insert into sandbox.dedicated_account (id, account_number, account_name, customer_code, split_code, assigned_at)
            values (${newId(now)}, ${newNumber()}, ${fields.account_name}, ${fields.customer_code}, ${fields.split_code}, ${now})
            returning *`,
      )
      .catch((error: unknown) => {
        if (!isDuplicate(error)) throw error
      })
    if (row) return row
    if (await findOpenAccount(queries, fields.customer_code)) return undefined
  }
}

const findOpenAccount = (queries: Queries, customerCode: string) =>
  queries.row(
    accountSchema,
    sql`select * from sandbox.dedicated_account where customer_code = ${customerCode} and unassigned_at is null`,
  )

export const findAccountByNumber = (queries: Queries, number: string) =>
  queries.row(
    accountSchema,
    sql`select * from sandbox.dedicated_account where account_number = ${number}`,
  )

const setSplit = (queries: Queries, number: string, splitCode: string) =>
  queries.row(
    accountSchema,
    sql`update sandbox.dedicated_account set split_code = ${splitCode}
        where account_number = ${number} and unassigned_at is null returning *`,
  )

const unassignAccount = (queries: Queries, id: string, now: Date) =>
  queries.row(
    accountSchema,
    sql`update sandbox.dedicated_account set unassigned_at = ${now}
        where id::text = ${id} and unassigned_at is null returning *`,
  )

function toAccountResponse(account: DedicatedAccount, customer: Customer) {
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
