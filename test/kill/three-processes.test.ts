import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { ledgerChecks } from '#server/money/ledger/ledger-check.ts'
import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { paystackPayments } from '#server/providers/payments/paystack.ts'
import { campaignResponseSchema, savedDraftSchema } from '#shared/campaign.ts'
import { checkoutSchema } from '#shared/donation.ts'
import { imageSchema } from '#shared/image-schema.ts'
import { testLogKey, testReceiptKey } from '#test/support/servers/app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabaseUrl } from '#test/support/database/database.ts'
import { openFakeS3 } from '#test/support/providers/s3.ts'
import { jpeg } from '#test/support/campaigns/image-files.ts'
import {
  createPerson,
  newUser,
  signInAgain,
  testSecret,
  type Person,
} from '#test/support/people/people.ts'

import { createDataDir, createKillableAjo } from './killable-ajo.ts'
import { clientHeader, openRoundRobin } from './round-robin.ts'
import { sandboxSecretKey } from '#packages/paystack-sandbox/src/index.ts'

/** `npm run test:long` runs 64 clients for 10 minutes. */
const clients = Number(process.env['PROCESS_CLIENTS'] ?? 3)
const minutes = Number(process.env['PROCESS_MINUTES'] ?? 0)
const paceMs = minutes > 0 ? 30_000 : 0
const rounds = minutes > 0 ? Math.ceil((minutes * 60_000) / paceMs) : 2
const processes = 3
/** Every process learns of a write by a notification. */
const maxStaleMs = 2_000
const naira = 100

type World = Awaited<ReturnType<typeof openWorld>>
type Client = { number: number; person: Person; campaignId: string; slug: string; raised: number }

/** That many processes on one database, behind a proxy, with pictures in one bucket. */
async function openWorld(count: number) {
  const opened = new AsyncDisposableStack()
  const databaseUrl = await testDatabaseUrl()
  const proxy = opened.use(await openRoundRobin())
  const s3 = await openFakeS3()
  opened.defer(() => s3.close())
  const { bucket, region, accessKey, secretKey } = s3.options
  const env = {
    DATABASE_URL: databaseUrl,
    AJO_SECRET: testSecret,
    RECEIPT_KEY: testReceiptKey,
    LOG_KEY: testLogKey,
    PUBLIC_URL: proxy.url,
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMITS: 'on',
    LOG_LEVEL: 'error',
    IMAGES: 's3',
    S3_ENDPOINT: s3.options.endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  }
  const connection = { connectionString: databaseUrl }
  const servers = []
  for (let index = 0; index < count; index++) {
    const server = opened.use(await createKillableAjo(createDataDir(), env, { connection }))
    await server.start()
    servers.push(server)
    proxy.serve(servers)
  }
  const database = opened.use(
    openDatabase(connection, { max: 8, timeoutMs: 60_000, onIdleError: () => {} }),
  )
  return { url: proxy.url, database, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

async function openClients({ url, database }: World): Promise<Client[]> {
  const account = await paystackPayments({
    baseUrl: `${url}/sandbox/api`,
    secretKey: await sandboxSecretKey(database),
    mode: 'sandbox',
    checkoutOrigin: url,
  }).createSubAccount({
    businessName: 'A well for Ife',
    bankCode: '057',
    accountNumber: '0000000000',
    ownerUid: newUser('user0').uid,
  })
  if (account.kind !== 'created') throw new Error(account.message)
  const bankAccount = { bankCode: '057', last4: '0000', subAccountCode: account.code }
  const content = embeddedContent(database)
  const made: Client[] = []
  for (let number = 0; number < clients; number++) {
    const person = await createPerson(database, newUser(`u${number}`))
    const { id, slug } = await insertCampaignBy(content, person, 'approved', { bankAccount })
    made.push({ number, person, campaignId: id, slug, raised: 0 })
  }
  return made
}

type Options = { method?: string; json?: unknown; form?: FormData; cookie?: string; round?: number }

/** A request from an address of this client, which changes so that its donations stay below the limit of a network. */
function send({ url }: World, { number, person }: Client, path: string, options: Options = {}) {
  const { method = 'GET', json, form, cookie = person.cookie, round = 0 } = options
  return fetch(`${url}${path}`, {
    method,
    headers: {
      cookie,
      [clientHeader]: `10.1.${number}.${1 + (round >> 2)}`,
      ...(method !== 'GET' && { origin: url, 'sec-fetch-site': 'same-origin' }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(path.endsWith('/donations') && { 'idempotency-key': randomUUID() }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form && { body: form }),
  })
}

/** Saves a draft, and reads it at every process. */
async function draft(world: World, client: Client, round: number): Promise<string> {
  const title = `Well ${client.number} of round ${round}`
  const saved = await send(world, client, '/api/draft', {
    method: 'PUT',
    json: { values: { title }, tab: round % 3 },
  })
  const read: unknown[] = []
  for (let turn = 0; turn < processes; turn++) {
    const response = await send(world, client, '/api/draft')
    read.push(z.parse(savedDraftSchema, await response.json()).draft?.values['title'])
  }
  return `draft ${saved.status} ${read.every((each) => each === title)}`
}

/** Starts a session, uses it at every process, ends it at one, and tries it at every process. */
async function session(world: World, client: Client): Promise<string> {
  const { cookie } = await signInAgain(world.database, client.person)
  const isSignedIn = async () => {
    const response = await send(world, client, '/api/session', { cookie })
    return JSON.stringify(await response.json()).includes(client.person.email)
  }
  const before: boolean[] = []
  const after: boolean[] = []
  for (let turn = 0; turn < processes; turn++) before.push(await isSignedIn())
  const ended = await send(world, client, '/api/session', { method: 'DELETE', cookie })
  for (let turn = 0; turn < processes; turn++) after.push(await isSignedIn())
  return `session ${before.every(Boolean)} ${ended.status} ${after.some(Boolean)}`
}

/** Uploads a picture, and reads it from every process. */
async function upload(world: World, client: Client, round: number): Promise<string> {
  const form = new FormData()
  const bytes = await jpeg((client.number * 31 + round * 7) % 255)
  form.append('file', new File([Uint8Array.from(bytes)], 'well.jpg', { type: 'image/jpeg' }))
  const post = () => send(world, client, '/api/images', { method: 'POST', form })
  let stored = await post()
  // A process that has too many pictures to convert asks to try again.
  for (let tries = 0; stored.status === 503 && tries < 60; tries++) {
    await pause(1_000)
    stored = await post()
  }
  if (stored.status !== 201) return `upload ${stored.status}`
  const { id } = z.parse(imageSchema, await stored.json())
  const read: number[] = []
  for (let turn = 0; turn < processes; turn++)
    read.push((await send(world, client, `/images/${id}?w=480`)).status)
  return `upload ${stored.status} ${[...new Set(read)].join()}`
}

/** Donates; then every process must show the new sum, in the API and on the page that it has cached. */
async function donate(world: World, client: Client, round: number): Promise<string> {
  const json = { amount: String(100 + round), email: `donor-${randomUUID()}@example.com` }
  const path = `/api/campaigns/${client.campaignId}/donations`
  const started = await send(world, client, path, { method: 'POST', json, round })
  if (started.status !== 201) return `donation ${started.status}`
  const { url } = z.parse(checkoutSchema, await started.json())
  await fetch(`${url}/card`, {
    method: 'POST',
    body: new URLSearchParams({ number: '4084084084084081', expiry: '12/40', cvv: '408' }),
    redirect: 'manual',
  })
  client.raised += (100 + round) * naira
  const deadline = Date.now() + 60_000
  while ((await readRaised(world, client)) !== client.raised)
    if (Date.now() > deadline) return 'donation not booked'
    else await pause(50)
  const since = performance.now()
  while (performance.now() - since < maxStaleMs) {
    const seen: (number | null)[] = []
    for (let turn = 0; turn < processes; turn++) seen.push(await readRaised(world, client))
    if (seen.every((each) => each === client.raised)) return 'donation seen by all'
    await pause(100)
  }
  return 'donation seen by some'
}

async function readRaised(world: World, client: Client) {
  const response = await send(world, client, `/api/campaigns/${client.campaignId}`, { cookie: '' })
  if (!response.ok) throw new Error(`the campaign answers ${response.status}`)
  return z.parse(campaignResponseSchema, await response.json()).campaign.raised
}

/** Sends the same form until it is refused. The limit counts the requests to all processes together. */
async function limit(world: World, client: Client): Promise<string> {
  const statuses: number[] = []
  while (statuses.length < 40 && statuses.at(-1) !== 429)
    statuses.push(
      (await send(world, client, '/api/feedback', { method: 'POST', json: { feedback: 'Hello' } }))
        .status,
    )
  return `limit ${statuses.join(' ')}`
}

/** What a client saw, in the order of its work. */
async function work(world: World, client: Client): Promise<string[]> {
  const seen: string[] = []
  await pause((client.number / clients) * paceMs)
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    seen.push(
      await draft(world, client, round),
      await session(world, client),
      await upload(world, client, round),
      await donate(world, client, round),
    )
    await pause(Math.max(0, paceMs - (performance.now() - startedAt)))
  }
  return [...seen, await limit(world, client)]
}

async function run(count: number) {
  await using world = await openWorld(count)
  const all = await openClients(world)
  const seen = await Promise.all(all.map((client) => work(world, client)))
  return { seen, ...(await readBookings(world.database)) }
}

async function readBookings(database: Database) {
  const { rows } = await database.pool.query<{ charges: number }>(
    `select count(*)::integer as charges from ledger_entry where kind = 'charge'`,
  )
  const check = await ledgerChecks({ database, now: () => new Date() }).checkLedger()
  return { bookings: rows[0], findings: check.findings }
}

it(
  `shows ${clients} clients no difference between ${processes} processes and one`,
  async () => {
    const [one, several] = await Promise.all([run(1), run(processes)])

    expect(several).toEqual(one)
    expect(one.findings).toEqual([])
    expect(one.bookings?.charges).toBe(clients * rounds)
    const expected = Array.from({ length: rounds }, () => [
      'draft 200 true',
      'session true 204 false',
      'upload 201 200',
      'donation seen by all',
    ]).flat()
    for (const seen of one.seen) expect(seen.slice(0, -1)).toEqual(expected)
    expect(new Set(one.seen.map((seen) => seen.at(-1)))).toHaveLength(1)
    expect(one.seen[0]?.at(-1)).toMatch(/^limit (204 )+429$/)
  },
  240_000 + minutes * 60_000 + clients * rounds * 6_000,
)
