import { randomUUID } from 'node:crypto'

import { afterAll, afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { checkoutSchema } from '#shared/donation.ts'

import { shareSeed, takeShare } from '../support/cases/take-share.ts'
import { faults, type Fault } from './fault-proxy.ts'
import { openFaultWorld, services, type Service } from './fault-world.ts'

/** Share of production's timeouts. `npm run test:long` uses 1 and plays all faults. */
const { FAULT_SCALE: fullScale } = process.env
const scale = Number(fullScale ?? 0.05)

/**
 * Service, fault, and the expected results of three requests.
 *
 * Donate: `started` with a checkout page · `nothing charged` 502 with a message that says so · `try again` 503.
 * Webhook: `booked` 200, and the jobs book it · `stored` 200, not booked yet · `refused` 503, so that the provider repeats it.
 * Donation page after payment: `success` · `pending` · `try again` 503.
 */
const table = `
  payments  down     nothing charged  stored   pending
  payments  slow     started          booked   success
  payments  hang     nothing charged  stored   pending
  payments  reset    nothing charged  stored   pending
  payments  500      nothing charged  stored   pending
  payments  429      nothing charged  stored   pending
  payments  garbage  nothing charged  stored   pending
  database  down     try again        refused  try again
  database  slow     started          booked   success
  database  hang     try again        refused  try again
  database  reset    try again        refused  try again
  database  500      try again        refused  try again
  database  429      try again        refused  try again
  database  garbage  try again        refused  try again
  mail      down     started          booked   success
  mail      slow     started          booked   success
  mail      hang     started          booked   success
  mail      reset    started          booked   success
  mail      500      started          booked   success
  mail      429      started          booked   success
  mail      garbage  started          booked   success
`
const rowSchema = z.tuple([
  z.enum(services),
  z.enum(faults),
  z.enum(['started', 'nothing charged', 'try again']),
  z.enum(['booked', 'stored', 'refused']),
  z.enum(['success', 'pending', 'try again']),
])
const rows = table
  .trim()
  .split('\n')
  .map((line) => z.parse(rowSchema, line.trim().split(/\s{2,}/)))

/** A third of the rows, drawn anew for each request. */
const drawRows = (draw: number) => (fullScale ? rows : takeShare(rows, 3, draw))

const world = await openFaultWorld({ scale })
afterAll(() => world[Symbol.asyncDispose]())
afterEach(() => Promise.all(services.map((service) => world.proxies[service].heal())))

const timeout = { timeout: 20_000 + 120_000 * scale }

it('covers three services and seven faults', () => {
  expect(rows.map(([service, fault]) => `${service} ${fault}`)).toEqual(
    services.flatMap((service) => faults.map((fault) => `${service} ${fault}`)),
  )
})

describe(`donating (seed ${shareSeed})`, () => {
  it.each(drawRows(0))('with %s %s: %s', timeout, async (service, fault, expected) => {
    const { email, key } = newForm()
    const response = await withFault(service, fault, () => world.donate(email, key))
    const names = { 201: 'started', 502: 'nothing charged', 503: 'try again' }
    expect(await nameResult(response, names)).toBe(expected)

    const retried = response.ok ? response : await world.donate(email, key)
    await expectCompleted(email, z.parse(checkoutSchema, await retried.json()))
  })
})

describe('a webhook of a paid donation', () => {
  it.each(drawRows(1))('with %s %s', timeout, async (...[service, fault, , expected]) => {
    const { email, checkout } = await donateAndPay()
    const reference = await world.getReference(checkout.accessCode)
    const response = await withFault(service, fault, async () => {
      const webhookResponse = await world.sendWebhook(reference)
      await world.runJobs()
      return webhookResponse
    })
    const isBooked = (await world.countCharges(checkout.accessCode)) === 1
    const names = { 200: isBooked ? 'booked' : 'stored', 503: 'refused' }
    expect(await nameResult(response, names)).toBe(expected)

    const repeated = response.ok ? response : await world.sendWebhook(reference)
    expect(repeated.status).toBe(200)
    await expectCompleted(email, checkout)
  })
})

describe('the donation page after payment', () => {
  it.each(drawRows(2))('with %s %s', timeout, async (...[service, fault, , , expected]) => {
    const { email, checkout } = await donateAndPay()
    const response = await withFault(service, fault, async () => {
      const page = await world.openDonationPage(checkout.accessCode)
      await world.runJobs()
      return page
    })
    const status = await readStatus(response.clone())
    const names = { 200: status ?? 'no status', 503: 'try again' }
    expect(await nameResult(response, names)).toBe(expected)
    expect(await world.countCharges(checkout.accessCode)).toBe(status === 'success' ? 1 : 0)

    await expectCompleted(email, checkout)
  })
})

const newForm = () => ({ email: `donor-${randomUUID()}@example.com`, key: randomUUID() })
type Checkout = z.output<typeof checkoutSchema>

async function donateAndPay() {
  const { email, key } = newForm()
  const checkout = z.parse(checkoutSchema, await (await world.donate(email, key)).json())
  await world.pay(checkout.url)
  return { email, checkout }
}

async function withFault(service: Service, fault: Fault, work: () => Response | Promise<Response>) {
  await world.proxies[service].fail(fault)
  const response = await work()
  await world.proxies[service].heal()
  return response
}

/** After the fault: the donation is paid, booked once and confirmed by one mail. */
async function expectCompleted(email: string, { url, accessCode }: Checkout) {
  if ((await world.countCharges(accessCode)) === 0) await world.pay(url)
  await world.passMinute()
  expect(await readStatus(await world.openDonationPage(accessCode))).toBe('success')
  await world.passMinute()
  expect([await world.countCharges(accessCode), world.countMails(email)]).toEqual([1, 1])
}

const statusSchema = z.object({ status: z.optional(z.string()) })

async function readStatus(response: Response): Promise<string | undefined> {
  return z.parse(statusSchema, await response.json()).status
}

/** Name of the result by HTTP status. Unexpected responses, and errors without a code, are returned as they are. */
async function nameResult(response: Response, names: Record<number, string>): Promise<string> {
  const name = names[response.status]
  const text = response.bodyUsed ? '' : await response.clone().text()
  const hasCode = response.ok || text.includes('"code":')
  return name !== undefined && hasCode ? name : `${response.status} ${text}`
}
