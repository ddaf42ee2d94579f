import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import * as z from 'zod/mini'

import { refundLink } from '#server/money/refunds/refunds.ts'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { openSealing } from '#server/platform/keys/open-sealing.ts'
import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { paystackPayments } from '#server/providers/payments/paystack.ts'
import { campaignResponseSchema } from '#shared/campaign.ts'
import { checkoutSchema, donationDetailsSchema } from '#shared/donation.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { ada, createPerson } from '#test/support/people/people.ts'

import type { KillableAjo } from './killable-ajo.ts'
import { sandboxSecretKey, signWebhook } from '#packages/paystack-sandbox/src/index.ts'

const naira = 100
const maxWaitMs = 120_000

/** A donation that the checkout page confirmed to the donor. `isAcknowledged`: Ajo answered its webhook with 200. */
export type MadeDonation = {
  accessCode: string
  reference: string
  kobo: number
  isAcknowledged: boolean
}
export type DonationDriver = ReturnType<typeof driveThrough>

type DriverContext = { ajo: KillableAjo; campaignId: string; secretKey: string }
/** Where the provider is, if not in the server. */
type Provider = { apiUrl: string; secretKey: string }

/** A campaign on a server that is killed repeatedly, and donors who retry failed requests. */
export async function openDonationDriver(
  ajo: KillableAjo,
  provider?: Provider,
): Promise<DonationDriver> {
  const campaign = await inDatabase(ajo, (database) => openCampaign(ajo, database, provider))
  return driveThrough({ ajo, ...campaign })
}

function driveThrough(context: DriverContext) {
  const { ajo } = context
  const untilTrue = (work: () => Promise<boolean>) => retryUntilTruthy(ajo, work)

  return {
    /** The same campaign on another server of the same database. */
    through: (other: KillableAjo) => driveThrough({ ...context, ajo: other }),
    donate: () => donate(context),
    sendWebhook: (donation: MadeDonation) => sendWebhook(context, donation),
    untilAcknowledged: (donation: MadeDonation) => untilTrue(() => sendWebhook(context, donation)),
    requestRefund: (donation: MadeDonation) => requestRefund(context, donation),
    getRaised: () => retryUntilTruthy(ajo, () => getRaised(context)),
    untilTrue,
    untilStatus: (donation: MadeDonation, status: string) =>
      untilTrue(async () => (await getStatus(ajo, donation)) === status),
    untilRaised: (total: number) => untilTrue(async () => (await getRaised(context)) === total),
    inDatabase: <Result>(work: (database: Database) => Promise<Result>) => inDatabase(ajo, work),
  }
}

/** Submits the donation form and pays at the sandbox. */
async function donate({ ajo, campaignId }: DriverContext): Promise<MadeDonation> {
  const amount = 100 + Math.floor(Math.random() * 10_000)
  const key = randomUUID()
  const form = { amount: String(amount), email: `donor-${key}@example.com` }
  const { url, accessCode } = await retryUntilTruthy(ajo, async () => {
    const response = await send(ajo, `/api/campaigns/${campaignId}/donations`, { key, form })
    return response.status === 201 && z.parse(checkoutSchema, await response.json())
  })
  const reference = await retryUntilTruthy(ajo, async () => {
    await fetch(`${url}/card`, {
      method: 'POST',
      body: new URLSearchParams({ number: '4084084084084081', expiry: '12/40', cvv: '408' }),
      redirect: 'manual',
    })
    return paidReference(ajo, new URL(url).pathname.split('/').at(-1) ?? '')
  })
  return { accessCode, reference, kobo: amount * naira, isAcknowledged: false }
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

/** Sends a webhook at a known time, in addition to the sandbox's own. */
async function sendWebhook(
  { ajo, secretKey }: DriverContext,
  donation: MadeDonation,
): Promise<boolean> {
  const body = JSON.stringify({ event: 'charge.success', data: { reference: donation.reference } })
  const response = await fetch(`${ajo.url}/webhooks/paystack`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-paystack-signature': signWebhook(body, secretKey),
    },
    body,
  }).catch(() => undefined)
  donation.isAcknowledged = response?.status === 200
  return donation.isAcknowledged
}

/** Requests a refund of the full amount by the link that the donor is mailed. */
async function requestRefund(
  { ajo, campaignId }: DriverContext,
  { reference }: MadeDonation,
): Promise<void> {
  const request = { key: randomUUID(), form: { reason: 'A mistake' } }
  const link = await retryUntilTruthy(ajo, () =>
    inDatabase(ajo, async (database) => {
      const sealing = await openSealing({ secrets: [], dataDir: ajo.dataDir }, database)
      const found = await database.row(
        z.object({ id: z.string() }),
        sql`select donation_id as id from donation_reference where reference = ${reference}`,
      )
      return found && refundLink.create(sealing, { campaignId, id: found.id })
    }),
  )
  const path = `/api/donations/${link}/refund`
  await retryUntilTruthy(ajo, async () => (await send(ajo, path, request)).ok)
}

function send({ url }: KillableAjo, path: string, { key, form }: { key: string; form: object }) {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'idempotency-key': key },
    body: JSON.stringify(form),
  })
}

async function getStatus({ url }: KillableAjo, { accessCode }: MadeDonation): Promise<string> {
  const response = await fetch(`${url}/api/donations/${accessCode}`)
  return response.ok ? z.parse(donationDetailsSchema, await response.json()).status : ''
}

async function getRaised({ ajo, campaignId }: DriverContext): Promise<number | null> {
  const response = await fetch(`${ajo.url}/api/campaigns/${campaignId}`)
  return response.ok ? z.parse(campaignResponseSchema, await response.json()).campaign.raised : null
}

/** Retries until the result is truthy, because requests fail while the server restarts. */
async function retryUntilTruthy<Result>(
  ajo: KillableAjo,
  work: () => Promise<Result>,
): Promise<Exclude<Result, Falsy>> {
  const deadline = Date.now() + maxWaitMs
  let lastError: unknown
  while (Date.now() < deadline) {
    const result = await work().catch((error: unknown) => void (lastError = error))
    if (result) return result as Exclude<Result, Falsy>
    await pause(20)
  }
  const log = ajo.output().split('\n').slice(-30).join('\n')
  throw new Error(`timed out: ${work.toString()}\n${log}`, { cause: lastError })
}
type Falsy = undefined | null | false | '' | 0

/** Runs work on a connection of its own, as the owner of the database. */
async function inDatabase<Result>(
  ajo: KillableAjo,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const connection = ajo.connection()
  if (!connection) throw new Error('the database is not running')
  await using database = openDatabase(connection, { max: 1, onIdleError: () => {} })
  return await work(database)
}

async function openCampaign(ajo: KillableAjo, database: Database, provider?: Provider) {
  const secretKey = provider?.secretKey ?? (await sandboxSecretKey(database))
  const account = await paystackPayments({
    baseUrl: provider?.apiUrl ?? `${ajo.url}/sandbox/api`,
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

export function sumDonations(donations: readonly MadeDonation[]): number {
  return donations.reduce((sum, { kobo }) => sum + kobo, 0)
}
