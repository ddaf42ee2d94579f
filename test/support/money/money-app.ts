import type { Hono } from 'hono'

import type { Database } from '#server/platform/database/database.ts'
import type { Env } from '#server/platform/http/context.ts'
import type { User } from '#server/platform/policy/actor.ts'
import { openTestApp, type TestAppOptions } from '#test/support/servers/app.ts'
import { runJobs } from '#test/support/database/jobs.ts'
import { donating } from '#test/support/money/ledger.ts'
import { fakePayments } from '#test/support/money/payments.ts'
import { freshOn } from '#test/support/people/fresh-database.ts'

type Options = TestAppOptions & { database: Database; owner: Database }
export type MoneyApp = Awaited<ReturnType<typeof openMoneyApp>>

/** A database for the test file with people, and the app on it. All are new in each test. */
export const freshMoneyApp = <Name extends string = never>(users?: Record<Name, User>) =>
  freshOn(openMoneyApp, users)

/** The app with a fake payment provider, or the given one, and a clock that stands still until a test sets it. */
export async function openMoneyApp({ database, owner, ...options }: Options) {
  const clock = { now: new Date('2026-05-01T09:00:00.000Z') }
  const provider = fakePayments()
  const open = (changes?: TestAppOptions) =>
    openTestApp(database, {
      now: () => clock.now,
      payments: provider.payments,
      ...options,
      ...changes,
    })
  const services = await open()
  const { app, tasks } = services

  return {
    ...services,
    /** Another process on the same database, clock and provider. */
    openAnother: open,
    provider,
    ...donating({ donations: services.donations, provider }),
    clock,
    pass: (ms: number) => (clock.now = new Date(clock.now.getTime() + ms)),
    runJobs: () => runJobs(owner, tasks),
    /** Runs a scheduled task. */
    runTask: async (name: string) => {
      const task = tasks.find((each) => each.name === name)
      if (!task) throw new Error(`there is no task ${name}`)
      await task.run({})
    },
    /** Delivers a webhook that the provider has signed. */
    deliver: async (body: unknown, headers: Record<string, string> = {}) => {
      const bytes = new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
      const signature = provider.sign(bytes)
      return deliver(app, bytes, { 'x-paystack-signature': signature, ...headers })
    },
  }
}

function deliver(
  app: Pick<Hono<Env>, 'request'>,
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
) {
  return app.request('/webhooks/paystack', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

/** A `charge.success` webhook with the fields that Ajo reads. */
export const chargeSuccess = (reference: string) => ({
  event: 'charge.success',
  data: {
    reference,
    status: 'success',
    amount: 1,
    domain: 'test',
    customer: { email: 'x@y.test' },
  },
})
