import { randomUUID } from 'node:crypto'

import { afterAll, afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { checkoutSchema } from '#shared/donation.ts'

import { faults, type Fault } from './fault-proxy.ts'
import { openFaultWorld, services, type Service } from './fault-world.ts'

/** `npm run test:long` waits as long as in real life; otherwise a second is a twentieth of one. */
const scale = Number(process.env['FAULT_SCALE'] ?? 0.05)

/**
 * Who is asked, what is wrong with them, and what comes of it.
 *
 * Donate: `begun` there is a checkout page · `nothing charged` 502 and a sentence that says so · `try again` 503.
 * Webhook: `booked` 200, and the workers book it · `kept` 200, and nothing is booked yet · `unheard` 503: the provider repeats it.
 * Return page, the gift being paid: `arrived` · `confirming` · `try again` 503.
 */
const table = `
  payments  down     nothing charged  kept     confirming
  payments  slow     begun            booked   arrived
  payments  hang     nothing charged  kept     confirming
  payments  reset    nothing charged  kept     confirming
  payments  500      nothing charged  kept     confirming
  payments  429      nothing charged  kept     confirming
  payments  garbage  nothing charged  kept     confirming
  database  down     try again        unheard  try again
  database  slow     begun            booked   arrived
  database  hang     try again        unheard  try again
  database  reset    try again        unheard  try again
  database  500      try again        unheard  try again
  database  429      try again        unheard  try again
  database  garbage  try again        unheard  try again
  mail      down     begun            booked   arrived
  mail      slow     begun            booked   arrived
  mail      hang     begun            booked   arrived
  mail      reset    begun            booked   arrived
  mail      500      begun            booked   arrived
  mail      429      begun            booked   arrived
  mail      garbage  begun            booked   arrived
`
const rowSchema = z.tuple([
  z.enum(services),
  z.enum(faults),
  z.enum(['begun', 'nothing charged', 'try again']),
  z.enum(['booked', 'kept', 'unheard']),
  z.enum(['arrived', 'confirming', 'try again']),
])
const rows = table
  .trim()
  .split('\n')
  .map((line) => z.parse(rowSchema, line.trim().split(/\s{2,}/)))

const world = await openFaultWorld({ scale })
afterAll(() => world[Symbol.asyncDispose]())
afterEach(() => Promise.all(services.map((service) => world.proxies[service].heal())))

const timeout = { timeout: 20_000 + 120_000 * scale }

it('is written down for each of three services and seven faults', () => {
  expect(rows.map(([service, fault]) => `${service} ${fault}`)).toEqual(
    services.flatMap((service) => faults.map((fault) => `${service} ${fault}`)),
  )
})

describe('donate', () => {
  it.each(rows)('with %s %s: %s', timeout, async (service, fault, expected) => {
    const { email, key } = newForm()
    const answer = await during(service, fault, () => world.give(email, key))
    expect(await wordFor(answer, { 201: 'begun', 502: 'nothing charged', 503: 'try again' })).toBe(
      expected,
    )

    const again = answer.ok ? answer : await world.give(email, key)
    await arrives(email, z.parse(checkoutSchema, await again.json()))
  })
})

describe('a webhook', () => {
  it.each(rows)(
    'with %s %s, of a gift that is paid',
    timeout,
    async (...[service, fault, , expected]) => {
      const { email, checkout } = await paid()
      const reference = await world.referenceOf(checkout.receipt)
      const answer = await during(service, fault, async () => {
        const told = await world.tell(reference)
        await world.work()
        return told
      })
      const isBooked = (await world.booked(checkout.receipt)) === 1
      expect(await wordFor(answer, { 200: isBooked ? 'booked' : 'kept', 503: 'unheard' })).toBe(
        expected,
      )

      const heard = answer.ok ? answer : await world.tell(reference)
      expect(heard.status).toBe(200)
      await arrives(email, checkout)
    },
  )
})

describe('the return page', () => {
  it.each(rows)(
    'with %s %s, of a gift that is paid',
    timeout,
    async (...[service, fault, , , expected]) => {
      const { email, checkout } = await paid()
      const answer = await during(service, fault, async () => {
        const looked = await world.look(checkout.receipt)
        await world.work()
        return looked
      })
      const status = await statusIn(answer.clone())
      const known = { success: 'arrived', pending: 'confirming' }[status ?? ''] ?? status
      expect(await wordFor(answer, { 200: known ?? 'nothing', 503: 'try again' })).toBe(expected)
      expect(await world.booked(checkout.receipt)).toBe(status === 'success' ? 1 : 0)

      await arrives(email, checkout)
    },
  )
})

const newForm = () => ({ email: `donor-${randomUUID()}@example.com`, key: randomUUID() })
type Checkout = z.output<typeof checkoutSchema>

async function paid() {
  const { email, key } = newForm()
  const checkout = z.parse(checkoutSchema, await (await world.give(email, key)).json())
  await world.pay(checkout.url)
  return { email, checkout }
}

async function during(service: Service, fault: Fault, work: () => Response | Promise<Response>) {
  await world.proxies[service].fail(fault)
  const answer = await work()
  await world.proxies[service].heal()
  return answer
}

/** Once the fault is over: paid if it was not, booked once, said so, and told by one mail. */
async function arrives(email: string, { url, receipt }: Checkout) {
  if ((await world.booked(receipt)) === 0) await world.pay(url)
  await world.passMinute()
  expect(await statusIn(await world.look(receipt))).toBe('success')
  await world.passMinute()
  expect([await world.booked(receipt), world.mailsTo(email)]).toEqual([1, 1])
}

const statusSchema = z.object({ status: z.optional(z.string()) })

async function statusIn(answer: Response): Promise<string | undefined> {
  return z.parse(statusSchema, await answer.json()).status
}

/** A refusal has to explain itself; whatever is not foreseen is shown as it came. */
async function wordFor(answer: Response, words: Record<number, string>): Promise<string> {
  const word = words[answer.status]
  const text = answer.bodyUsed ? '' : await answer.clone().text()
  const isExplained = answer.ok || text.includes('"code":')
  return word !== undefined && isExplained ? word : `${answer.status} ${text}`
}
