import { Hono } from 'hono'

import type { Database } from '../storage/database.ts'

import { invalidParams, missing, succeed } from '../http/envelope.ts'
import { readBody, toText } from '../http/request-body.ts'
import { saveCustomer, toCustomerResponse } from '../state/customers.ts'
import { insertSplit, toSplitResponse } from '../state/splits.ts'
import { findSubAccount } from '../state/sub-accounts.ts'

type Deps = { database: Database; now: () => Date }

export function customerRoutes({ database, now }: Deps) {
  return new Hono().post('/', async (c) => {
    const body = await readBody(c)
    const email = toText(body.email)
    if (email === null) throw missing('Email Address is required')
    if (!/^[^\s@]{1,64}@[^\s@]+\.[^\s@.]{2,}$/.test(email))
      throw invalidParams('"email" must be a valid email')
    const fields = {
      email,
      first_name: toText(body.first_name),
      last_name: toText(body.last_name),
      phone: toText(body.phone),
    }
    const data = toCustomerResponse(await saveCustomer(database, fields, now()))
    return succeed(c, 'Customer created', { data })
  })
}

/** Splits with one sub-account that bears the fee. The provider offers more kinds, which Ajo does not use. */
export function splitRoutes({ database, now }: Deps) {
  return new Hono().post('/', async (c) => {
    const body = await readBody(c)
    const name = toText(body.name)
    if (name === null) throw missing('Name is required')
    const { code, share } = parsePart(body)
    const account = code === null ? undefined : await findSubAccount(database, code)
    if (!account) throw invalidParams('Invalid subaccount in split')
    const fields = { name, sub_account_code: account.code, share }
    const split = await insertSplit(database, fields, now())
    return succeed(c, 'Split created', { data: toSplitResponse(split, account) })
  })
}

function parsePart(body: Record<string, unknown>) {
  const [first] = Array.isArray(body.subaccounts) ? body.subaccounts : []
  const part: Record<string, unknown> =
    typeof first === 'object' && first !== null ? { ...first } : {}
  const code = toText(part.subaccount)
  const share = Number(part.share)
  const isOffered = body.type === 'percentage' && body.bearer_type === 'subaccount'
  if (!isOffered || body.currency !== 'NGN' || body.bearer_subaccount !== code)
    throw invalidParams('Only percentage splits borne by their sub-account are offered')
  if (!Number.isInteger(share) || share < 1 || share > 100)
    throw invalidParams('Invalid subaccount in split')
  return { code, share }
}
