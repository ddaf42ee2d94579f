import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { connectionBeside } from '#server/database/beside.ts'
import { openDatabase } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'
import { sandboxSecretKey } from '#server/payments-sandbox/integration.ts'
import { signatureOf } from '#server/payments-sandbox/signature.ts'
import { embeddedContent } from '#server/providers/content/embedded.ts'
import { paystackPayments } from '#server/providers/payments/paystack.ts'
import { campaignAnswerSchema } from '#shared/campaign.ts'
import { checkoutSchema, receiptSchema } from '#shared/donation.ts'
import { insertCampaignBy } from '#test/campaigns.ts'
import { booked } from '#test/ledger.ts'
import { ada, createPerson } from '#test/people.ts'

import { killableAjo, type KillableAjo } from './killable-ajo.ts'

const kills = Number(process.env.KILLS ?? 25)
const naira = 100

/** A donation that the sandbox's page acknowledged to the donor. `isTold`: our server answered 200 to its webhook. */
type Gift = { receipt: string; reference: string; kobo: number; isTold: boolean }

let ajo: KillableAjo
let campaignId: string
let secretKey: string
const gifts: Gift[] = []

beforeAll(async () => {
  ajo = await killableAjo()
  await ajo.start()
  campaignId = await inDatabase(async (database) => {
    secretKey = await sandboxSecretKey(database)
    const account = await paystackPayments({
      baseUrl: `${ajo.url}/sandbox/api`,
      secretKey,
      mode: 'sandbox',
      checkoutOrigin: ajo.url,
    }).createSubAccount({
      businessName: 'A well for Ife',
      bankCode: '057',
      accountNumber: '0000000000',
      ownerUid: ada.uid,
    })
    if (account.kind !== 'created') throw new Error(account.message)
    const bankAccount = { bankCode: '057', last4: '0000', subAccountCode: account.code }
    await createPerson(database, ada)
    const content = embeddedContent(database)
    return (await insertCampaignBy(content, ada, 'approved', { bankAccount })).id
  })
}, 120_000)

afterAll(() => ajo[Symbol.asyncDispose](), 30_000)

it(
  `loses and doubles no acknowledged donation in ${kills} kills of the server or of its PostgreSQL between webhook and page view`,
  async () => {
    let viewed: Gift[] = []
    for (let round = 0; round < kills; round++) {
      const paid = await Promise.all([give(), give()])
      const told = paid.map(tell)
      await Promise.race(told)
      await pause(Math.random() * 15)
      await (round % 2 === 0 ? killServer(told) : killPostgres(told))

      // Every other donor comes back to look. The rest never does: a webhook that was answered with 200 is ours to finish.
      const [first, second] = paid
      const returning = [first, ...(second.isTold ? [] : [second])]
      for (const { receipt } of returning) await untilCounted(receipt)
      gifts.push(...paid)
      viewed = viewed.concat(returning)
      const now = (await again(raised)) ?? 0
      expect(now).toBeGreaterThanOrEqual(sumOf(viewed))
      expect(now).toBeLessThanOrEqual(sumOf(gifts))
    }

    // What a process had begun when it died is taken up by the next one, once its claim is over.
    await killServer([])
    await untilRaised(sumOf(gifts))
    for (const { receipt } of gifts) expect(await statusOf(receipt)).toBe('success')
    expect(await inDatabase(booked)).toEqual({
      entries: gifts.length,
      raised: sumOf(gifts),
      balance: 0,
    })
    expect(viewed.length).toBeLessThan(gifts.length)
  },
  kills * 30_000,
)

async function killServer(told: Promise<void>[]) {
  await ajo.killServer()
  await Promise.all(told)
  await ajo.start()
}

async function killPostgres(told: Promise<void>[]) {
  ajo.killPostgres()
  await Promise.all(told)
  await ajo.untilReady()
}

/** From the form to the sandbox's word that it was paid; what a dying server cut off is pressed again, as people do. */
async function give(): Promise<Gift> {
  const amount = 100 + Math.floor(Math.random() * 10_000)
  const key = randomUUID()
  const started = await again(async () => {
    const response = await fetch(`${ajo.url}/api/campaigns/${campaignId}/donations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ajo.url, 'idempotency-key': key },
      body: JSON.stringify({ amount: String(amount), email: `donor-${key}@example.com` }),
    })
    return response.status === 201 && z.parse(checkoutSchema, await response.json())
  })
  const reference = await again(async () => {
    await fetch(`${started.url}/card`, {
      method: 'POST',
      body: new URLSearchParams({ number: '4084084084084081', expiry: '12/40', cvv: '408' }),
      redirect: 'manual',
    })
    return paidReference(new URL(started.url).pathname.split('/').at(-1) ?? '')
  })
  return { receipt: started.receipt, reference, kobo: amount * naira, isTold: false }
}

/** The sandbox delivers its own webhook as well; ours comes at a known moment, so that the kill comes right after it. */
async function tell(gift: Gift): Promise<void> {
  const body = JSON.stringify({ event: 'charge.success', data: { reference: gift.reference } })
  const response = await fetch(`${ajo.url}/webhooks/paystack`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-paystack-signature': signatureOf(body, secretKey),
    },
    body,
  }).catch(() => undefined)
  gift.isTold = response?.status === 200
}

const untilCounted = (receipt: string) => again(async () => (await statusOf(receipt)) === 'success')

const untilRaised = (total: number) =>
  again(async () => {
    const now = await raised()
    if (now !== total) throw new Error(`raised ${now} of ${total}`)
    return true
  })

async function statusOf(receipt: string): Promise<string> {
  const response = await fetch(`${ajo.url}/api/donations/${receipt}`)
  return response.ok ? z.parse(receiptSchema, await response.json()).status : ''
}

async function raised(): Promise<number | null> {
  const response = await fetch(`${ajo.url}/api/campaigns/${campaignId}`)
  return response.ok ? z.parse(campaignAnswerSchema, await response.json()).campaign.raised : null
}

async function paidReference(accessCode: string): Promise<string | undefined> {
  const row = await inDatabase((database) =>
    database.row(
      z.object({ reference: z.string() }),
      sql`select reference from sandbox.transaction
        where access_code = ${accessCode} and status = 'success'`,
    ),
  )
  return row?.reference
}

/** Until something truthy comes, through refused connections and answers of a server that is not there yet. */
async function again<Result>(work: () => Promise<Result>): Promise<Exclude<Result, Falsy>> {
  const deadline = Date.now() + 60_000
  let obstacle: unknown
  while (Date.now() < deadline) {
    const result = await work().catch((error: unknown) => void (obstacle = error))
    if (result) return result as Exclude<Result, Falsy>
    await pause(20)
  }
  const words = ajo.output().split('\n').slice(-30).join('\n')
  throw new Error(`no success of ${work.toString()}\n${words}`, { cause: obstacle })
}
type Falsy = undefined | null | false | '' | 0

/** Beside the server, as the owner. */
async function inDatabase<Result>(
  work: (database: ReturnType<typeof openDatabase>) => Promise<Result>,
): Promise<Result> {
  const connection = connectionBeside(ajo.dataDir)
  if (!connection) throw new Error('there is no database')
  await using database = openDatabase(connection, { max: 1, onIdleError: () => {} })
  return await work(database)
}

function sumOf(list: readonly Gift[]): number {
  return list.reduce((sum, { kobo }) => sum + kobo, 0)
}
