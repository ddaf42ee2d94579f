import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { testDatabaseUrl } from '#test/support/database/database.ts'
import { approveOnce } from '#test/support/money/approved-donations.ts'
import { campaignOfAda, donationBy } from '#test/support/money/ledger.ts'
import { openListeningApp } from '#test/support/servers/listening-app.ts'
import { openMailServer } from './mail-server.ts'
import { plainMail } from './mails.ts'
import { chargeSuccess } from '#test/support/money/money-app.ts'
import { fakePayments } from '#test/support/money/payments.ts'

type Counts = { mails: number; donations: number }

/** A mail server that accepts connections and never answers, and how many of them are open. */
async function openSilentMailServer() {
  let connections = 0
  const server = await openMailServer({ onConnect: () => void (connections += 1) })
  return Object.assign(server, { countConnections: () => connections })
}

const metricsToken = 'the token of the metrics'

/**
 * Queues mails, waits until their deliveries have begun, then pays donations and counts them. Everything runs in the production
 * composition, with webhooks over HTTP. Only the payment provider is a fake.
 */
export async function payDuringMails(
  mailServer: 'silent' | 'working',
  { mails, donations }: Counts,
) {
  await using silent = await openSilentMailServer()
  await using working = await openMailServer()
  const url = await testDatabaseUrl()
  const provider = fakePayments()
  await using app = await openListeningApp(
    {
      DATABASE_URL: url,
      AJO_SECRET: '0123456789abcdefghijklmnopqrstuvwxyz',
      SMTP_URL: mailServer === 'silent' ? silent.url : working.url,
      MAIL_FROM: 'Ajo <no-reply@ajo.example>',
      RATE_LIMITS: 'off',
      METRICS_TOKEN: metricsToken,
    },
    { payments: provider.payments },
  )
  await using owner = openDatabase({ connectionString: url }, { max: 2, onIdleError: () => {} })
  const { services, port } = app

  await queueMails(services, mails)
  if (mailServer === 'silent') await waitUntil(async () => silent.countConnections() >= 4)

  const references = await startPaidDonations(services, provider, donations)
  const sentAt = new Map<string, number>()
  const countedAt = new Map<string, number>()
  const counting = waitUntil(async () => {
    for (const reference of await listCounted(owner))
      if (!countedAt.has(reference)) countedAt.set(reference, performance.now())
    return countedAt.size === donations
  })
  const answers = await inParallel(8, references, async (reference) => {
    const body = new TextEncoder().encode(JSON.stringify(chargeSuccess(reference)))
    const headers = {
      'content-type': 'application/json',
      'x-paystack-signature': provider.sign(body),
    }
    sentAt.set(reference, performance.now())
    const address = `http://127.0.0.1:${port}/webhooks/paystack`
    return (await fetch(address, { method: 'POST', body, headers })).status
  })
  await counting
  // A job ends shortly after it has counted the donation.
  await waitUntil(async () => (await readOrder(owner)).waitingWebhooks === 0)
  return {
    answers: new Set(answers),
    counted: countedAt.size,
    p99Ms: getP99(references.map((each) => (countedAt.get(each) ?? 0) - (sentAt.get(each) ?? 0))),
    ...(await readMails(owner)),
    ...(await readOrder(owner)),
    readiness: await (
      await fetch(`http://127.0.0.1:${port}/readyz`, {
        headers: { authorization: `Bearer ${metricsToken}` },
      })
    ).json(),
  }
}

type Services = Awaited<ReturnType<typeof openListeningApp>>['services']

const queueMails = ({ database, outbox }: Services, count: number) =>
  database.transaction(async (queries) => {
    for (let number = 0; number < count; number += 1)
      await outbox.enqueue(queries, plainMail(`p${number}@example.com`, 'Hello'))
  })

/** Donations that are paid at the provider and not counted yet. */
async function startPaidDonations(
  { database, donations }: Services,
  provider: ReturnType<typeof fakePayments>,
  count: number,
): Promise<string[]> {
  const references: string[] = []
  for (let number = 0; number < count; number += 1) {
    const request = donationBy(`donor-${randomUUID()}@example.com`, {
      campaign: { ...campaignOfAda, endDate: null },
    })
    await approveOnce(database, request.campaign)
    const { kind } = await donations.startDonation(request)
    if (kind !== 'started') throw new Error(kind)
    const reference = provider.lastReference()
    provider.pay(reference)
    references.push(reference)
  }
  return references
}

const listCounted = async (owner: Database) =>
  (
    await owner.rows(
      z.object({ reference: z.string() }),
      sql`select known.reference from donation_reference known
          join ledger_entry entry on entry.campaign_id = known.campaign_id and entry.donation_id = known.donation_id
            and entry.kind = 'charge'`,
    )
  ).map(({ reference }) => reference)

/** The time within which 99 of 100 donations were counted. */
function getP99(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0)
}

const readMails = (owner: Database) =>
  readRow(
    owner,
    z.object({ sent: z.int(), failed: z.int() }),
    sql`select count(sent_at)::integer as sent, count(failed_at)::integer as failed from mail_outbox`,
  )

/** Jobs in the order in which they were enqueued: mails that still wait before payments that are done. */
const readOrder = (owner: Database) =>
  readRow(
    owner,
    z.object({ waitingWebhooks: z.int(), firstWaitingMail: z.nullable(z.int()) }),
    sql`select count(*) filter (where task_identifier = 'process-webhook')::integer as "waitingWebhooks",
          min(id) filter (where task_identifier = 'deliver-mail') as "firstWaitingMail"
        from graphile_worker.jobs`,
  )

async function readRow<Schema extends z.ZodMiniType>(
  { row }: Database,
  schema: Schema,
  query: ReturnType<typeof sql>,
): Promise<z.output<Schema>> {
  const found = await row(schema, query)
  if (!found) throw new Error('no row')
  return found
}

async function inParallel<Item, Result>(
  count: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const waiting = [...items]
  const results: Result[] = []
  const runOne = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift())
      results.push(await work(item))
  }
  await Promise.all(Array.from({ length: count }, runOne))
  return results
}

async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error('timed out')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
