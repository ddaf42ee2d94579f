import { randomBytes, randomUUID } from 'node:crypto'

import { afterAll, expect, it, vi } from 'vitest'

import { openDatabase } from '#server/platform/database/database.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabaseUrl } from '#test/support/database/database.ts'
import { ada, as, createPerson, visitor } from '#test/support/people/people.ts'

import { donationForm } from './matrix-payment.ts'
import { openApp } from './matrix-world.ts'

const key = `sk_test_canary${randomBytes(18).toString('hex')}`
const asked: { url: string; authorization: string }[] = []
let answer = (_authorization: string): Response => Response.error()

/** Fake network edge of the provider: it echoes what it was sent wherever possible. */
vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
  const request = new Request(input, init)
  const authorization = request.headers.get('authorization') ?? ''
  asked.push({ url: request.url, authorization })
  return answer(authorization)
})
afterAll(() => void vi.unstubAllGlobals())

const logged: string[] = []
const url = await testDatabaseUrl()
const { app, services } = await openApp(url, {
  env: { PAYSTACK_SECRET_KEY: key },
  log: openLog('trace', { write: (line: string) => void logged.push(line) }),
})
const owner = openDatabase({ connectionString: url }, { max: 2, onIdleError: () => {} })
afterAll(() => owner[Symbol.asyncDispose]())

const edges: Record<string, typeof answer> = {
  'fails to connect': (said) => {
    throw new TypeError(`fetch failed ${said}`, { cause: new Error(said) })
  },
  'refuses the key': (said) => Response.json({ status: false, message: said }, { status: 401 }),
  'refuses the call': (said) =>
    Response.json(
      { status: false, message: said, type: 'validation_error', meta: { nextStep: said } },
      { status: 400 },
    ),
  breaks: (said) => new Response(`<html>${said}</html>`, { status: 500 }),
  'answers something else': (said) => Response.json({ status: true, data: { [said]: said } }),
}

it('sends the Paystack key to Paystack only, and keeps it out of responses and logs for every kind of failure', async () => {
  const person = await createPerson(owner, ada)
  const { id } = await insertCampaignBy(services.content, ada, 'approved')
  const answered: string[] = []
  for (const edge of Object.values(edges)) {
    answer = edge
    const answers = [
      await as(app, person)('/api/banks'),
      await as(app, visitor)(`/api/campaigns/${id}/donations`, {
        method: 'POST',
        body: donationForm,
        headers: { 'idempotency-key': randomUUID() },
      }),
      await as(app, visitor)('/webhooks/paystack', {
        method: 'POST',
        body: { event: 'charge.success', data: {} },
        headers: { 'x-paystack-signature': key },
      }),
      await as(app, visitor)('/'),
    ]
    for (const each of answers) answered.push([...each.headers].join('\n'), await each.text())
  }
  const toPaystack = asked.filter(({ url: to }) => new URL(to).origin === 'https://api.paystack.co')
  // The banks once, the donation each time.
  expect(toPaystack.length).toBeGreaterThan(Object.keys(edges).length)
  for (const call of asked)
    expect({ call, authorization: call.authorization === `Bearer ${key}` }).toEqual({
      call,
      authorization: toPaystack.includes(call),
    })
  // Files of tests share a process, and a file before this one may still send something.
  const elsewhere = asked.filter((call) => !toPaystack.includes(call))
  expect(JSON.stringify(elsewhere)).not.toContain(key)
  expect(answered.filter((text) => text.includes(key))).toEqual([])
  expect(logged.length).toBeGreaterThan(10)
  expect(logged.filter((line) => line.includes(key))).toEqual([])
})
