import { randomUUID } from 'node:crypto'

import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { openDatabase } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { checkoutSchema } from '#shared/donation.ts'
import { problemSchema } from '#shared/errors.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabaseUrl } from '#test/support/database/database.ts'
import { passMailTime } from '#test/support/mail/mail-outbox.ts'
import { openMailServer } from '#test/support/mail/mail-server.ts'
import { ada, createPerson } from '#test/support/people/people.ts'
import { openListeningApp } from '#test/support/servers/listening-app.ts'
import { solveChallenge, toTestAddress } from '#test/support/servers/rate-limits.ts'

import { password, signUpForm } from '../attacks/person.ts'

/** `npm run test:long` uses 10,000. */
const strangers = Number(process.env['STRANGERS'] ?? 20)
const parallel = 16
let offsetMs = 0
const mailServer = await openMailServer()
const url = await testDatabaseUrl()
const app = await openListeningApp(
  {
    DATABASE_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'no-reply@ajo.example',
  },
  { now: () => new Date(Date.now() + offsetMs) },
)
const owner = openDatabase({ connectionString: url }, { max: 2, onIdleError: () => {} })
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await owner[Symbol.asyncDispose]()
  await mailServer[Symbol.asyncDispose]()
})
const origin = `http://localhost:${app.port}`
await createPerson(owner, ada, { password })
const { content, payments } = app.services
const subAccount = await payments.createSubAccount({
  businessName: 'A well for Ife',
  bankCode: '058',
  accountNumber: '0123456789',
  ownerUid: ada.uid,
})
if (subAccount.kind !== 'created') throw new Error('no sub-account')
const bankAccount = { bankCode: '058', last4: '6789', subAccountCode: subAccount.code }
const { id, slug } = await insertCampaignBy(content, ada, 'approved', { bankAccount })
const campaign = `/api/campaigns/${id}`

/** What a visitor can send, by the kind of request. Whose address and name is new each time. */
const requests: Record<string, { path: string; toBody?: (email: string) => object }> = {
  'read a list': { path: '/api/campaigns' },
  search: { path: '/api/campaigns?q=well' },
  'read a campaign': { path: `/api/campaigns/by-slug/${slug}` },
  'read supporters': { path: `${campaign}/supporters` },
  'download a poster': { path: `/share/${id}/poster.pdf` },
  'download a card': { path: `/share/${id}/card.pdf` },
  'preview a link': { path: `/share/${id}` },
  'preview a status': { path: `/share/${id}/status` },
  'read a feed': { path: '/campaigns.rss' },
  'read updates as a feed': { path: `/c/${slug}/updates.rss` },
  'embed a card': { path: `/embed/${slug}` },
  'read a receipt': { path: '/api/donations/:code' },
  'download a receipt': { path: '/api/donations/:code/receipt.pdf' },
  'send a receipt again': { path: '/api/donations/:code/receipt-mail', toBody: () => ({}) },
  'sign up': { path: '/api/account', toBody: (email) => signUpForm(password, { email }) },
  'log in': { path: '/api/session', toBody: (email) => ({ email, password: 'wrong rain 48' }) },
  'reset a password': { path: '/api/account/reset', toBody: (email) => ({ email }) },
  'ask for guest data': { path: '/api/guest-data/links', toBody: (email) => ({ email }) },
  follow: { path: `${campaign}/follow-links`, toBody: (email) => ({ email }) },
  'ask a question': {
    path: `${campaign}/questions`,
    toBody: (email) => ({ email, name: 'Tunde', question: 'When does the drilling start?' }),
  },
  'claim a transfer': {
    path: `${campaign}/transfer-claims`,
    toBody: (email) => ({ email, amount: '5,000', digits: '1234' }),
  },
  report: {
    path: `${campaign}/reports`,
    toBody: () => ({ reason: 'other', details: 'The pictures show another well.' }),
  },
  'make a personal link': { path: `${campaign}/personal-links`, toBody: () => ({}) },
  donate: {
    path: `${campaign}/donations`,
    toBody: (email) => ({ amount: '5,000', email, name: '', message: '', anonymous: false }),
  },
}

type Request = (typeof requests)[string]
type Sender = { from: string; email: string; solution?: string; emailCode?: string }

/** The newcomer's own donation. Strangers invent access codes. */
let accessCode = ''

function send({ path, toBody }: Request, sender: Sender) {
  const { from, email, solution, emailCode } = sender
  const code = /^(newcomer|donor)/.test(email)
    ? accessCode
    : email.replaceAll(/\W/g, '').padEnd(22, 'x')
  return fetch(origin + path.replace(':code', code), {
    method: toBody ? 'POST' : 'GET',
    headers: {
      origin,
      'x-forwarded-for': from,
      ...(toBody && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      ...(solution !== undefined && { 'x-challenge': solution }),
    },
    ...(toBody && { body: JSON.stringify({ ...toBody(email), ...(emailCode && { emailCode }) }) }),
  })
}

const readError = async (response: Response) =>
  z.safeParse(problemSchema, await response.json()).data?.error

/** Does something with each, a few at the same time. */
async function forEach<Item>(items: Iterable<Item>, act: (item: Item) => Promise<void>) {
  const waiting = items[Symbol.iterator]()
  const work = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await act(next.value)
  }
  await Promise.all(Array.from({ length: parallel }, work))
}

async function flood(request: Request, networks: number) {
  const statuses = new Map<number, number>()
  await forEach(Array(strangers).keys(), async (number) => {
    const from = toTestAddress(number % networks)
    const response = await send(request, { from, email: `stranger${number}@bot.example` })
    await response.arrayBuffer()
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
  })
  return statuses
}

const waitMs = 40_000

/** Fetches challenges for some minutes, waits, and sends each back. Returns how many were accepted. */
async function floodByWaiting(
  request: Request,
  {
    toAddress,
    count,
    minutes,
  }: { toAddress: (n: number) => string; count: number; minutes: number },
): Promise<number> {
  const rounds = Math.min(count, (minutes * 60_000) / waitMs)
  let number = 0
  let accepted = 0
  for (let round = 0; round < rounds; round++) {
    const seeds: { sender: Sender; seed: string }[] = []
    const senders: Sender[] = []
    for (; number < (count * (round + 1)) / rounds; number++)
      senders.push({ from: toAddress(number), email: `waiting${number}@example.com` })
    await forEach(senders, async (sender) => {
      const response = await send(request, sender)
      const error = response.ok ? await response.arrayBuffer() : await readError(response)
      if (error && 'challenge' in error && error.challenge)
        seeds.push({ sender, seed: error.challenge.seed })
    })
    offsetMs += waitMs
    await forEach(seeds, async ({ sender, seed }) => {
      const response = await send(request, { ...sender, solution: `${seed} waited` })
      await response.arrayBuffer()
      if (response.status !== 429) accepted++
    })
  }
  return accepted
}

const countRow = z.object({ jobs: z.int() })
const mailJobs = sql`select count(*)::integer as jobs from graphile_worker.jobs
  where task_identifier in ('deliver-mail', 'sweep-mail') and run_at <= now()`

/** Minutes of the mail queue's clock until the mail server has a mail to the address, and its text. */
async function receiveMail(email: string): Promise<{ minutes: number; text: string }> {
  for (let minutes = 0; minutes <= 60; minutes++) {
    await expect.poll(() => owner.row(countRow, mailJobs), { timeout: 60_000 }).toEqual({ jobs: 0 })
    const mail = mailServer.received.findLast(({ recipients }) => recipients.includes(email))
    if (mail) return { minutes, text: (await PostalMime.parse(mail.raw)).text ?? '' }
    await passMailTime(owner, 1)
    await owner.run(sql`select graphile_worker.add_job('sweep-mail')`)
  }
  throw new Error(`no mail to ${email} within an hour`)
}

/** Does what the pages do: solves challenges and types the code from the mail. Says what it took. */
async function pass(request: Request, sender: Sender): Promise<string[]> {
  const steps: string[] = []
  let current = sender
  for (let step = 0; step < 5; step++) {
    const response = await send(request, current)
    if (response.status < 400 || response.status === 401) return steps
    const error = await readError(response)
    if (error?.challenge) {
      steps.push(`${error.challenge.bits} bits`)
      current = { ...current, solution: solveChallenge(error.challenge) }
    } else if (error?.code === 'email-code-required') {
      const { minutes, text } = await receiveMail(sender.email)
      const [emailCode = ''] = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text) ?? []
      steps.push(`code after ${minutes} min`)
      current = { ...current, emailCode }
    } else return [...steps, `refused: ${response.status} ${error?.code ?? ''}`]
  }
  return [...steps, 'refused: too many steps']
}

beforeEach(async () => {
  await app.services.database.run(sql`delete from rate_limit_counter`)
  await owner.run(sql`delete from checkout_attempt`)
  await owner.run(sql`delete from mail_outbox`)
  mailServer.received.length = 0
})

beforeAll(async () => {
  const { donate } = requests
  if (!donate) throw new Error('no donation')
  const donated = await send(donate, { from: '203.0.113.8', email: 'donor@example.com' })
  const checkout = z.parse(checkoutSchema, await donated.json())
  accessCode = checkout.accessCode
  await fetch(`${checkout.url}/card`, {
    method: 'POST',
    body: new URLSearchParams({ number: '4084084084084081', expiry: '12/40', cvv: '408' }),
    redirect: 'manual',
  })
  const isIssued = async () => (await fetch(`${origin}/api/donations/${accessCode}/receipt.pdf`)).ok
  await vi.waitUntil(isIssued, { timeout: 25_000, interval: 200 })
})

describe.each([1, 50, 5_000])(
  `after ${strangers} requests of strangers from %i networks`,
  (networks) => {
    it.each(Object.entries(requests))(
      'a newcomer passes: %s',
      async (name, request) => {
        const statuses = await flood(request, networks)
        const newcomer = { from: '203.0.113.9', email: `newcomer${networks}@example.com` }
        const steps = await pass(request, newcomer)
        process.stdout.write(
          `| ${name} | ${networks} | ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')} | ` +
            `${steps.join(', ') || 'directly'} |\n`,
        )
        expect(steps.filter((step) => step.startsWith('refused'))).toEqual([])
        expect([...statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([])
      },
      60_000 + strangers * 100,
    )
  },
)

/** Fewer are sent before the newcomer asks, in any order. `delivery.test.ts` proves the order. */
const fewestQueued = 400
const queued = Math.max(strangers, fewestQueued)

describe.runIf(strangers >= fewestQueued).each([1, 50, 5_000])(
  `after ${queued} mails that strangers from %i networks caused by waiting`,
  (networks) => {
    it.each([
      ['follow', 'sign up'],
      ['donate', 'donate'],
    ] as const)(
      'a newcomer has the mail within minutes: %s, %s',
      async (flooded, wanted) => {
        const [request, wantedRequest] = [requests[flooded], requests[wanted]]
        if (!request || !wantedRequest) throw new Error('no such request')
        const accepted = await floodByWaiting(request, {
          toAddress: (number) => toTestAddress(number % networks),
          count: queued,
          minutes: 30,
        })
        const email = `newcomer${networks}@example.com`
        const steps = await pass(wantedRequest, { from: '203.0.113.9', email })
        const { minutes } = await receiveMail(email)
        const waiting = await owner.row(
          countRow,
          sql`select count(*)::integer as jobs from mail_outbox where sent_at is null and failed_at is null`,
        )
        process.stdout.write(
          `| ${flooded} | ${networks} | ${accepted} accepted, ${waiting?.jobs} mails wait | ${wanted}: ${steps.join(', ')}, mail after ${minutes} min |\n`,
        )
        expect(steps.filter((step) => step.startsWith('refused'))).toEqual([])
        expect(minutes).toBeLessThanOrEqual(4)
      },
      120_000 + strangers * 200,
    )
  },
)

describe('challenges that are only waited for, within an hour', () => {
  it.each([
    ['one address', () => '192.0.2.7', 540],
    ['one /64', (number: number) => `2001:db8:0:1:${number.toString(16)}::1`, 540],
    ['one /48', (number: number) => `2001:db8:0:${number.toString(16)}::1`, 2_160],
  ])(
    'are accepted in turns from %s',
    async (name, toAddress, most) => {
      const report = requests['report']
      if (!report) throw new Error('no report')
      const start = Date.now()
      const accepted = await floodByWaiting(report, { toAddress, count: strangers, minutes: 60 })
      process.stdout.write(`| ${name} | ${strangers} | ${accepted} |\n`)
      // The clock of the server runs on while the requests are sent, so the last turns are more than an hour's. The first one begins it.
      const hours = 1 + (Date.now() - start) / 3_600_000
      const turns = (hours * 3_600_000) / waitMs + 1
      expect(accepted).toBeLessThanOrEqual(Math.ceil((most * waitMs * turns) / 3_600_000))
    },
    60_000 + strangers * 100,
  )
})
