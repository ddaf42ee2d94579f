import { createHmac } from 'node:crypto'
import type { NetConnectOpts } from 'node:net'

import * as z from 'zod/mini'

import { applicationRole } from '#server/database/application-role.ts'
import { openDatabase } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'
import { smtpTransport } from '#server/mail/smtp.ts'
import { paystackPayments } from '#server/providers/payments/paystack.ts'
import { insertCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { runJobs } from '#test/jobs.ts'
import { openMailServer } from '#test/mail-server.ts'
import { chargeSuccess, openMoneyApp } from '#test/money-app.ts'
import { ada, as, createPerson, visitor } from '#test/people.ts'
import { openSandbox, sandboxKey } from '#test/fakes/payments-sandbox.ts'
import { cards } from '#test/fakes/sandbox-payments.ts'

import { faultProxy, type FaultProxy, type Manners } from './fault-proxy.ts'
import { httpManners, postgresManners, smtpManners } from './manners.ts'

export const services = ['payments', 'database', 'mail'] as const
export type Service = (typeof services)[number]

/** By how much the waiting times of real life, in milliseconds, are shortened. */
type Options = { scale: number }
const real = { slowMs: 3_000, paymentsMs: 10_000, databaseMs: 30_000, mailMs: 15_000 }
/** A busy machine is slow enough by itself. */
const leastMs = 1_500
const shortened = (ms: number, scale: number) => Math.max(ms * scale, leastMs)

/** Real routes, real books, a real database, the payment sandbox and a mail server, and a network between them that can fail. */
export async function openFaultWorld({ scale }: Options) {
  const stack = new AsyncDisposableStack()
  const others = await openOthers(stack)
  const proxies = await openNetwork(stack, others, real.slowMs * scale)
  const product = await openProduct(stack, { others, proxies, scale })
  const campaignId = await raise(others, product)
  return {
    proxies,
    ...journeys({ others, product, campaignId }),
    ...aftermath(others, product),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Everybody whom we ask, and who is well. */
async function openOthers(stack: AsyncDisposableStack) {
  const { database: direct, owner, connection } = await testDatabase()
  const sandbox = await openSandbox(direct)
  stack.defer(() => sandbox.close())
  return { direct, owner, connection, sandbox, mailServer: stack.use(await openMailServer()) }
}
type Others = Awaited<ReturnType<typeof openOthers>>

async function openNetwork(
  stack: AsyncDisposableStack,
  { sandbox, mailServer, connection }: Others,
  slowMs: number,
): Promise<Record<Service, FaultProxy>> {
  const open = async (to: NetConnectOpts, manners: Manners) =>
    stack.use(await faultProxy({ to, manners, slowMs }))
  const socket = { path: `${connection.host}/.s.PGSQL.${connection.port}` }
  return {
    payments: await open(addressOf(sandbox.origin), httpManners),
    database: await open(socket, postgresManners),
    mail: await open(addressOf(mailServer.url), smtpManners),
  }
}

type ProductParts = { others: Others; proxies: Record<Service, FaultProxy>; scale: number }

async function openProduct(stack: AsyncDisposableStack, { others, proxies, scale }: ProductParts) {
  const { connection, owner, sandbox } = others
  const database = stack.use(
    openDatabase(
      { ...connection, host: '127.0.0.1', port: proxies.database.port },
      {
        role: applicationRole,
        timeoutMs: shortened(real.databaseMs, scale),
        onIdleError: () => {},
      },
    ),
  )
  const payments = paystackPayments({
    baseUrl: `http://127.0.0.1:${proxies.payments.port}/sandbox/api`,
    secretKey: sandboxKey,
    mode: 'sandbox',
    checkoutOrigin: sandbox.origin,
    timeoutMs: shortened(real.paymentsMs, scale),
  })
  const mailTransport = smtpTransport({
    url: `smtp://127.0.0.1:${proxies.mail.port}`,
    from: 'no-reply@ajo.example',
    publicUrl: 'https://ajo.example',
    timeoutMs: shortened(real.mailMs, scale),
  })
  return openMoneyApp({ database, owner, payments, mailTransport })
}
type Product = Awaited<ReturnType<typeof openProduct>>

/** A campaign that may be given to. */
async function raise({ direct }: Others, { content, payments }: Product): Promise<string> {
  await createPerson(direct, ada)
  const account = { bankCode: '058', accountNumber: '0123456789' }
  const made = { ...account, businessName: 'A well for Ife', ownerUid: ada.uid }
  const subAccount = await payments.createSubAccount(made)
  if (subAccount.kind !== 'created') throw new Error('no sub-account')
  const bankAccount = { bankCode: '058', last4: '6789', subAccountCode: subAccount.code }
  const changes = { endDate: '2027-06-01', bankAccount }
  return (await insertCampaignBy(content, ada, 'approved', changes)).id
}

type Parts = { others: Others; product: Product; campaignId: string }

/** What donors and the provider do. */
function journeys({ others: { sandbox }, product: { app }, campaignId }: Parts) {
  const ask = as(app, visitor)
  return {
    give: (email: string, key: string) =>
      ask(`/api/campaigns/${campaignId}/donations`, {
        method: 'POST',
        body: { amount: '5,000', email },
        headers: { 'idempotency-key': key },
      }),
    /** The donor pays on the checkout page. */
    pay: (checkoutUrl: string) => sandbox.submit(checkoutUrl, 'card', cards.pays),
    look: (receipt: string) => ask(`/api/donations/${receipt}`),
    /** The provider tells us, over a network that works in this direction. */
    tell: (reference: string) => {
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

/** What comes of it, looked at past all faults. */
function aftermath({ direct, owner, mailServer }: Others, { pass, runTask, tasks }: Product) {
  return {
    /** What the workers do; what fails is for the next time. */
    work: () => runJobs(owner, tasks).catch(() => {}),
    /** A minute goes by: what is done every minute is done, and what was to be tried again is tried. */
    passMinute: async () => {
      pass(60_000)
      await owner.run(sql`
        update graphile_worker._private_jobs set run_at = now(), locked_at = null, locked_by = null`)
      await runTask('check-payments')
      await runTask('sweep-receipts')
      await runJobs(owner, tasks)
    },
    referenceOf: async (receipt: string) => (await gift(direct, receipt)).reference,
    /** Charges in the books. */
    booked: async (receipt: string) => (await gift(direct, receipt)).charges,
    mailsTo: (email: string) =>
      mailServer.received.filter(({ recipients }) => recipients.includes(email)).length,
  }
}

async function gift(direct: Others['direct'], receipt: string) {
  const found = await direct.row(
    z.object({ reference: z.string(), charges: z.int() }),
    sql`select reference, (select count(*)::integer from ledger_entry entry
          where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id and kind = 'charge') as charges
        from donation where receipt = ${receipt}`,
  )
  if (!found) throw new Error('no such gift')
  return found
}

function addressOf(url: string) {
  const { hostname: host, port } = new URL(url)
  return { host, port: Number(port) }
}
