import { createHmac } from 'node:crypto'
import type { NetConnectOpts } from 'node:net'

import * as z from 'zod/mini'

import { applicationRole } from '#server/platform/database/application-role.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { smtpTransport } from '#server/platform/mail/smtp.ts'
import { paystackPayments } from '#server/providers/payments/paystack.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { retryJobsNow, runJobs } from '#test/support/database/jobs.ts'
import { passMailTime } from '#test/support/mail/mail-outbox.ts'
import { openMailServer } from '#test/support/mail/mail-server.ts'
import { chargeSuccess, openMoneyApp } from '#test/support/money/money-app.ts'
import { ada, as, createPerson, visitor } from '#test/support/people/people.ts'

import { faultProxy, type FaultProxy, type FaultResponses } from './fault-proxy.ts'
import { httpFaults, postgresFaults, smtpFaults } from './fault-responses.ts'
import { openSandbox, sandboxKey } from '#packages/paystack-sandbox/test/open-sandbox.ts'
import { cards } from '#packages/paystack-sandbox/test/sandbox-payments.ts'

export const services = ['payments', 'database', 'mail'] as const
export type Service = (typeof services)[number]

/** Timeouts of production in milliseconds. `scale` shortens them. */
const production = { slowMs: 3_000, paymentsMs: 10_000, databaseMs: 30_000, mailMs: 15_000 }
/** Below this a busy machine times out without any fault. */
const minTimeoutMs = 1_500
const scaleTimeout = (ms: number, scale: number) => Math.max(ms * scale, minTimeoutMs)

/** The real routes, ledger, database, payments sandbox and mail server, connected through proxies that inject faults. */
export async function openFaultWorld({ scale }: { scale: number }) {
  const stack = new AsyncDisposableStack()
  const dependencies = await openDependencies(stack)
  const proxies = await openNetwork(stack, dependencies, production.slowMs * scale)
  const product = await openProduct(stack, { dependencies, proxies, scale })
  const campaignId = await insertCampaign(dependencies, product)
  return {
    proxies,
    ...createActions({ dependencies, product, campaignId }),
    ...createChecks(dependencies, product),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function openDependencies(stack: AsyncDisposableStack) {
  const { database: direct, owner, connection } = await testDatabase()
  const sandbox = await openSandbox(direct)
  stack.defer(() => sandbox.close())
  return { direct, owner, connection, sandbox, mailServer: stack.use(await openMailServer()) }
}
type Dependencies = Awaited<ReturnType<typeof openDependencies>>

async function openNetwork(
  stack: AsyncDisposableStack,
  { sandbox, mailServer, connection }: Dependencies,
  slowMs: number,
): Promise<Record<Service, FaultProxy>> {
  const open = async (to: NetConnectOpts, responses: FaultResponses) =>
    stack.use(await faultProxy({ to, responses, slowMs }))
  const socket = { path: `${connection.host}/.s.PGSQL.${connection.port}` }
  return {
    payments: await open(toAddress(sandbox.origin), httpFaults),
    database: await open(socket, postgresFaults),
    mail: await open(toAddress(mailServer.url), smtpFaults),
  }
}

type ProductDeps = {
  dependencies: Dependencies
  proxies: Record<Service, FaultProxy>
  scale: number
}

async function openProduct(
  stack: AsyncDisposableStack,
  { dependencies, proxies, scale }: ProductDeps,
) {
  const { connection, owner, sandbox } = dependencies
  const database = stack.use(
    openDatabase(
      { ...connection, host: '127.0.0.1', port: proxies.database.port },
      {
        role: applicationRole,
        timeoutMs: scaleTimeout(production.databaseMs, scale),
        onIdleError: () => {},
      },
    ),
  )
  const payments = paystackPayments({
    baseUrl: `http://127.0.0.1:${proxies.payments.port}/sandbox/api`,
    secretKey: sandboxKey,
    mode: 'sandbox',
    checkoutOrigin: sandbox.origin,
    timeoutMs: scaleTimeout(production.paymentsMs, scale),
  })
  const mailTransport = smtpTransport({
    url: `smtp://127.0.0.1:${proxies.mail.port}`,
    from: 'no-reply@ajo.example',
    publicUrl: 'https://ajo.example',
    timeoutMs: scaleTimeout(production.mailMs, scale),
  })
  return openMoneyApp({ database, owner, payments, mailTransport })
}
type Product = Awaited<ReturnType<typeof openProduct>>

async function insertCampaign(
  { direct }: Dependencies,
  { content, payments }: Product,
): Promise<string> {
  await createPerson(direct, ada)
  const subAccount = await payments.createSubAccount({
    bankCode: '058',
    accountNumber: '0123456789',
    businessName: 'A well for Ife',
    ownerUid: ada.uid,
  })
  if (subAccount.kind !== 'created') throw new Error('no sub-account')
  const bankAccount = { bankCode: '058', last4: '6789', subAccountCode: subAccount.code }
  const changes = { endDate: '2027-06-01', bankAccount }
  return (await insertCampaignBy(content, ada, 'approved', changes)).id
}

type ActionDeps = { dependencies: Dependencies; product: Product; campaignId: string }

/** Requests of donors and of the provider. */
function createActions({ dependencies: { sandbox }, product: { app }, campaignId }: ActionDeps) {
  const send = as(app, visitor)
  return {
    donate: (email: string, key: string) =>
      send(`/api/campaigns/${campaignId}/donations`, {
        method: 'POST',
        body: { amount: '5,000', email },
        headers: { 'idempotency-key': key },
      }),
    /** Pays on the checkout page. */
    pay: (checkoutUrl: string) => sandbox.submit(checkoutUrl, 'card', cards.pays),
    openDonationPage: (accessCode: string) => send(`/api/donations/${accessCode}`),
    /** The network from the provider to Ajo has no faults. */
    sendWebhook: (reference: string) => {
      const body = new TextEncoder().encode(JSON.stringify(chargeSuccess(reference)))
      const signature = createHmac('sha512', sandboxKey).update(body).digest('hex')
      return app.request('/webhooks/paystack', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
      })
    },
  }
}

/** Background work and results, read on connections without faults. */
function createChecks(
  { direct, owner, mailServer }: Dependencies,
  { pass, runTask, tasks }: Product,
) {
  return {
    /** Runs due jobs. Failures are left for a retry. */
    runJobs: () => runJobs(owner, tasks).catch(() => {}),
    /** Advances the clock by a minute and that of the mails by two, and runs the scheduled tasks and all retries. */
    passMinute: async () => {
      pass(60_000)
      await retryJobsNow(owner)
      await runTask('check-open-donations')
      await runTask('sweep-receipts')
      await passMailTime(owner, 2)
      await runTask('sweep-mail')
      await runJobs(owner, tasks)
    },
    getReference: async (accessCode: string) => (await findDonation(direct, accessCode)).reference,
    /** Number of charges in the ledger. */
    countCharges: async (accessCode: string) => (await findDonation(direct, accessCode)).charges,
    countMails: (email: string) =>
      mailServer.received.filter(({ recipients }) => recipients.includes(email)).length,
  }
}

async function findDonation(direct: Dependencies['direct'], accessCode: string) {
  const donation = await direct.row(
    z.object({ reference: z.string(), charges: z.int() }),
    sql`select reference, (select count(*)::integer from ledger_entry entry
          where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id and kind = 'charge') as charges
        from donation where access_code = ${accessCode}`,
  )
  if (!donation) throw new Error('no such donation')
  return donation
}

function toAddress(url: string) {
  const { hostname: host, port } = new URL(url)
  return { host, port: Number(port) }
}
