import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import * as z from 'zod/mini'

import { connectionBeside } from '#server/database/embedded/temporary-database.ts'
import { openDatabase, type Database } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'
import { sandboxSecretKey } from '#dev/payments-sandbox/integration.ts'
import { signatureOf } from '#dev/payments-sandbox/signature.ts'
import { embeddedContent } from '#server/providers/content/embedded.ts'
import { paystackPayments } from '#server/providers/payments/paystack.ts'
import { campaignAnswerSchema } from '#shared/campaign.ts'
import { checkoutSchema, receiptSchema } from '#shared/donation.ts'
import { insertCampaignBy } from '#test/campaigns.ts'
import { ada, createPerson } from '#test/people.ts'

import type { KillableAjo } from './killable-ajo.ts'

const naira = 100
const patienceMs = 120_000

/** A donation that the sandbox's page acknowledged to the donor. `isTold`: our server answered 200 to its webhook. */
export type Gift = { receipt: string; reference: string; kobo: number; isTold: boolean }
export type Giving = Awaited<ReturnType<typeof openGiving>>

type At = { ajo: KillableAjo; campaignId: string; secretKey: string }

/** A campaign on a server that dies now and then, and donors who press again what it cut off, as people do. */
export async function openGiving(ajo: KillableAjo) {
  const at = { ajo, ...(await inDatabase(ajo, (database) => openCampaign(ajo, database))) }
  const untilTrue = (work: () => Promise<boolean>) => again(ajo, work)

  return {
    give: () => give(at),
    tell: (gift: Gift) => tell(at, gift),
    /** Until our server has answered 200. */
    untilTold: (gift: Gift) => untilTrue(() => tell(at, gift)),
    takeBack: (gift: Gift) => takeBack(at, gift),
    raised: () => again(ajo, () => raised(at)),
    untilTrue,
    untilStatus: (gift: Gift, status: string) =>
      untilTrue(async () => (await statusOf(ajo, gift)) === status),
    untilRaised: (total: number) => untilTrue(async () => (await raised(at)) === total),
    inDatabase: <Result>(work: (database: Database) => Promise<Result>) => inDatabase(ajo, work),
  }
}

/** From the form to the sandbox's word that it was paid. */
async function give({ ajo, campaignId }: At): Promise<Gift> {
  const amount = 100 + Math.floor(Math.random() * 10_000)
  const key = randomUUID()
  const form = { amount: String(amount), email: `donor-${key}@example.com` }
  const { url, receipt } = await again(ajo, async () => {
    const response = await send(ajo, `/api/campaigns/${campaignId}/donations`, { key, form })
    return response.status === 201 && z.parse(checkoutSchema, await response.json())
  })
  const reference = await again(ajo, async () => {
    await fetch(`${url}/card`, {
      method: 'POST',
      body: new URLSearchParams({ number: '4084084084084081', expiry: '12/40', cvv: '408' }),
      redirect: 'manual',
    })
    return paidReference(ajo, new URL(url).pathname.split('/').at(-1) ?? '')
  })
  return { receipt, reference, kobo: amount * naira, isTold: false }
}

async function paidReference(ajo: KillableAjo, accessCode: string): Promise<string | undefined> {
  const row = await inDatabase(ajo, (database) =>
    database.row(
      z.object({ reference: z.string() }),
      sql`select reference from sandbox.transaction
        where access_code = ${accessCode} and status = 'success'`,
    ),
  )
  return row?.reference
}

/** The sandbox delivers its own webhook as well; ours comes at a known moment. */
async function tell({ ajo, secretKey }: At, gift: Gift): Promise<boolean> {
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
  return gift.isTold
}

/** The donor wants it back, all of it. */
async function takeBack({ ajo }: At, { receipt }: Gift): Promise<void> {
  const asked = { key: randomUUID(), form: { reason: 'A mistake' } }
  await again(ajo, async () => (await send(ajo, `/api/donations/${receipt}/refund`, asked)).ok)
}

function send({ url }: KillableAjo, path: string, { key, form }: { key: string; form: object }) {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'idempotency-key': key },
    body: JSON.stringify(form),
  })
}

async function statusOf({ url }: KillableAjo, { receipt }: Gift): Promise<string> {
  const response = await fetch(`${url}/api/donations/${receipt}`)
  return response.ok ? z.parse(receiptSchema, await response.json()).status : ''
}

async function raised({ ajo, campaignId }: At): Promise<number | null> {
  const response = await fetch(`${ajo.url}/api/campaigns/${campaignId}`)
  return response.ok ? z.parse(campaignAnswerSchema, await response.json()).campaign.raised : null
}

/** Until something truthy comes, through refused connections and answers of a server that is not there yet. */
async function again<Result>(
  ajo: KillableAjo,
  work: () => Promise<Result>,
): Promise<Exclude<Result, Falsy>> {
  const deadline = Date.now() + patienceMs
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
  ajo: KillableAjo,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const connection = connectionBeside(ajo.dataDir)
  if (!connection) throw new Error('there is no database')
  await using database = openDatabase(connection, { max: 1, onIdleError: () => {} })
  return await work(database)
}

async function openCampaign(ajo: KillableAjo, database: Database) {
  const secretKey = await sandboxSecretKey(database)
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
  const campaign = await insertCampaignBy(content, ada, 'approved', { bankAccount })
  return { campaignId: campaign.id, secretKey }
}

export function sumOf(gifts: readonly Gift[]): number {
  return gifts.reduce((sum, { kobo }) => sum + kobo, 0)
}
