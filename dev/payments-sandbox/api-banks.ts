import { Hono } from 'hono'
import * as z from 'zod/mini'

import type { Database } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'

import { accountHolder, banks, findBank, testBank } from './banks.ts'
import { missing, ProviderRefusal, resolveQuota, succeed } from './envelope.ts'
import { cursorOf, pageOf } from './paging.ts'

export function bankApi({ database, now }: { database: Database; now: () => Date }) {
  return new Hono()
    .get('/', (c) => {
      const { country = 'nigeria', currency = 'NGN' } = c.req.query()
      const found = country.toLowerCase() === 'nigeria' && currency === 'NGN' ? banks : []
      const page = pageOf(c)
      // Without a cursor the provider answers every bank at once and no meta.
      if (page.kind === 'offset') return succeed(c, 'Banks retrieved', { data: found })
      const start = found.findIndex(({ id }) => id === page.beside) + 1
      const data = found.slice(start, start + page.perPage)
      const next = start + page.perPage < found.length ? cursorOf(data.at(-1)?.id) : null
      const meta = { next, previous: null, perPage: page.perPage }
      return succeed(c, 'Banks retrieved', { data, meta })
    })
    .get('/resolve', async (c) => {
      const number = c.req.query('account_number')
      const code = c.req.query('bank_code')
      if (!number) throw missing('account_number is required')
      if (!code) throw missing('bank_code is required')
      if (number.length < 6) throw tooShort()
      if (code !== testBank.code) await countResolve(database, now())
      const name = accountHolder(code, number)
      if (name === undefined) throw unresolved()
      const data = { account_number: number, account_name: name, bank_id: findBank(code)?.id }
      return succeed(c, 'Account number resolved', { data })
    })
}

async function countResolve(database: Database, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10)
  const count = await database.row(
    z.object({ resolves: z.number() }),
    sql`insert into sandbox.resolve_day (day, resolves) values (${day}, 1)
        on conflict (day) do update set resolves = sandbox.resolve_day.resolves + 1 returning resolves`,
  )
  if ((count?.resolves ?? 0) > 3) throw resolveQuota()
}

const nextStep = "Ensure that the value(s) you're passing are valid."

const tooShort = () =>
  new ProviderRefusal('Account number must be at least 6 digits in length', {
    code: 'invalid_params',
    nextStep,
  })

const unresolved = () =>
  new ProviderRefusal('Could not resolve account name. Check parameters or try again.', {
    status: 422,
    code: 'invalid_bank_code',
    nextStep,
  })
