import { Hono } from 'hono'
import * as z from 'zod/mini'

import type { Database } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'

import { missing, ProviderRefusal, resolveQuotaExceeded, succeed } from '../http/envelope.ts'
import { accountHolder, banks, findBank, testBank } from '../state/banks.ts'

type BankRouteDeps = {
  database: Database
  now: () => Date
  /** Test keys have three a day for real banks, live keys no limit that is published. */
  resolvesPerDay: number
}

export function bankRoutes({ database, now, resolvesPerDay }: BankRouteDeps) {
  return new Hono()
    .get('/', (c) => succeed(c, 'Banks retrieved', { data: banks }))
    .get('/resolve', async (c) => {
      const number = c.req.query('account_number')
      const code = c.req.query('bank_code')
      if (!number) throw missing('account_number is required')
      if (!code) throw missing('bank_code is required')
      if (number.length < 6) throw accountNumberTooShort()
      if (code !== testBank.code) await countResolve(database, { now: now(), max: resolvesPerDay })
      const name = accountHolder(code, number)
      if (name === undefined) throw accountNotFound()
      const data = { account_number: number, account_name: name, bank_id: findBank(code)?.id }
      return succeed(c, 'Account number resolved', { data })
    })
}

async function countResolve(database: Database, { now, max }: { now: Date; max: number }) {
  const day = now.toISOString().slice(0, 10)
  const count = await database.row(
    z.object({ resolves: z.number() }),
    sql`insert into sandbox.resolve_day (day, resolves) values (${day}, 1)
        on conflict (day) do update set resolves = sandbox.resolve_day.resolves + 1 returning resolves`,
  )
  if ((count?.resolves ?? 0) > max) throw resolveQuotaExceeded()
}

const nextStep = "Ensure that the value(s) you're passing are valid."

const accountNumberTooShort = () =>
  new ProviderRefusal('Account number must be at least 6 digits in length', {
    code: 'invalid_params',
    nextStep,
  })

const accountNotFound = () =>
  new ProviderRefusal('Could not resolve account name. Check parameters or try again.', {
    status: 422,
    code: 'invalid_bank_code',
    nextStep,
  })
