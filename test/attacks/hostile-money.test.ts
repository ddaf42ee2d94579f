import { createHmac } from 'node:crypto'

import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { insertNumber } from '#server/money/donations/transfers.ts'
import { sql } from '#server/platform/database/sql.ts'
import { PaymentsUnavailable } from '#server/providers/payments/payments.ts'
import { paystackPayments } from '#server/providers/payments/paystack.ts'
import { sandboxKey } from '#packages/paystack-sandbox/test/open-sandbox.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { approveOnce } from '#test/support/money/approved-donations.ts'
import { campaignOfAda, donationBy } from '#test/support/money/ledger.ts'
import { openMoneyApp } from '#test/support/money/money-app.ts'

const { database, owner } = await testDatabase({ timeoutMs: 600_000 })

/** `npm run test:long` sends 10,000. */
const shapes = Number(process.env['HISTORIES'] ?? 150)
const seed = Number(process.env['SEED'] ?? 1)
const origin = 'https://provider.example'
const accountNumber = '9900000001'

const amounts = fc.oneof(
  fc.constantFrom(0, 1, 2, 4_999, 5_000, 5_000_00, 5_000_01, 1_000_000_001, 2 ** 45),
  fc.integer({ min: 0, max: 2_000_000_00 }),
)
const part = fc.oneof(
  fc.constantFrom(0, 1, -1, -5_000_00, 2 ** 40),
  fc.integer({ min: -100, max: 6_000_00 }),
)
/** No field of a payment has such a value. */
const odd = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    true,
    '',
    '1',
    -1,
    0.5,
    1e21,
    2 ** 53,
    '5e5',
    '500000.00',
    'NaN',
    '9'.repeat(40),
    [],
    {},
    '\u202e😀',
    'x'.repeat(5_000),
    '1970-01-01T00:00:00Z',
    '+275760-09-13T00:00:00Z',
  ),
  fc.jsonValue({ maxDepth: 1 }),
)
const fields = [
  'id',
  'amount',
  'requested_amount',
  'fees',
  'fees_split',
  'currency',
  'domain',
  'status',
  'channel',
  'subaccount',
  'paid_at',
  'authorization',
  'metadata',
  'customer',
] as const
const payment = fc.record({
  amount: amounts,
  requested_amount: fc.option(amounts),
  fees: fc.option(part),
  fees_split: fc.option(fc.record({ paystack: part, integration: part, subaccount: part })),
  currency: fc.constantFrom('NGN', 'NGN', 'NGN', 'USD', ''),
  domain: fc.constantFrom('test', 'test', 'test', 'live'),
  status: fc.constantFrom('success', 'success', 'success', 'reversed', 'failed', 'Success', ''),
  channel: fc.constantFrom('card', 'bank_transfer', 'ussd', ''),
  subaccount: fc.constantFrom(
    { subaccount_code: campaignOfAda.bankAccount.subAccountCode },
    { subaccount_code: campaignOfAda.bankAccount.subAccountCode },
    {},
    { subaccount_code: 'ACCT_of_another_01' },
  ),
})
const shape = fc.record({
  of: fc.constantFrom('own', 'own', 'paid', 'unknown', 'other-shop', 'transfer', 'transfer'),
  payment,
  odd: fc.dictionary(fc.constantFrom(...fields), odd, { maxKeys: 2 }),
  missing: fc.subarray([...fields], { maxLength: 1 }),
  isOdd: fc.boolean(),
  number: fc.constantFrom(accountNumber, accountNumber, '9900000002', ''),
  session: fc.constantFrom('1', '2', ''),
  webhook: fc.record({
    event: fc.constantFrom(
      'charge.success',
      'charge.success',
      'refund.processed',
      'charge.dispute.create',
      'dedicatedaccount.assign.success',
      'a.new.one',
    ),
    data: fc.dictionary(fc.constantFrom('id', 'amount', 'status', 'transaction', 'refund'), odd),
    signature: fc.constantFrom('right', 'right', 'right', 'of other bytes', 'none'),
    type: fc.constantFrom('application/json', 'application/json', 'text/plain'),
    copies: fc.integer({ min: 1, max: 3 }),
  }),
})
type Shape = typeof shape extends fc.Arbitrary<infer Value> ? Value : never

it(
  `no invariant is false and no answer is a 500 after ${shapes} payments, transfers and webhooks of hostile shapes (seed ${seed})`,
  async () => {
    const world = await openWorld()
    let sent = 0
    const statuses: Record<number, number> = {}
    await fc.assert(
      fc.asyncProperty(shape, async (each) => {
        for (const status of await world.send(each, ++sent))
          statuses[status] = (statuses[status] ?? 0) + 1
        if (sent % 50 === 0) await world.work()
      }),
      { numRuns: shapes, seed, endOnFailure: true },
    )
    await world.work()
    await world.work()
    const answers = JSON.stringify(statuses)
    process.stdout.write(`${shapes} hostile shapes, seed ${seed}: answers ${answers}\n`)
    expect(statuses[500] ?? 0).toBe(0)
    expect(await listErrors()).toEqual([])
    const { findings } = await world.at.ledger.checkLedger()
    expect(findings.filter(({ name }) => !ofProvider.has(name))).toEqual([])
  },
  shapes * 1_000 + 120_000,
)

/** What the provider itself reports wrongly about a payment that counts. */
const ofProvider = new Set([
  'the provider split the payment as it was quoted',
  'the provider’s split adds up to the payment and its fee',
])

/** What webhooks failed with, but for answers of the provider that cannot be read. */
const listErrors = () =>
  database.rows(
    z.object({ error: z.string() }),
    sql`select distinct last_error as error from webhook_inbox
        where last_error is not null and last_error not like '%the provider''s response is invalid%'
          and last_error not like '%PaymentsUnavailable%' limit 5`,
  )

/** The app on a provider whose answers about payments are the given ones. */
async function openWorld() {
  const answers = new Map<string, unknown>()
  const payments = paystackPayments({
    baseUrl: origin,
    secretKey: sandboxKey,
    mode: 'sandbox',
    checkoutOrigin: origin,
    fetch: async (input, init) => answer(answers, new Request(input, init)),
  })
  const at = await openMoneyApp({ database, owner, payments })
  await approveOnce(database, campaignOfAda)
  const deps = { database, mode: 'sandbox' as const, now: () => at.clock.now }
  const { subAccountCode } = campaignOfAda.bankAccount
  await insertNumber(deps, {
    campaignId: campaignOfAda.id,
    subAccountCode,
    account: {
      providerId: 1,
      customerCode: 'CUS_1',
      number: accountNumber,
      bankName: 'Test Bank',
      accountName: 'AJO A WELL',
    },
  })
  const start = async (number: number) => {
    const started = await at.donations.startDonation(donationBy(`donor${number}@example.com`))
    if (started.kind !== 'started') throw new Error(started.kind)
    const row = await database.row(
      z.object({ reference: z.string(), code: z.string() }),
      sql`select reference, access_code as code from donation where access_code = ${started.accessCode}`,
    )
    if (!row) throw new Error('no donation')
    return row
  }

  return {
    at,
    work: async () => {
      await at.runJobs()
      at.pass(60_000)
      await at.runTask('retry-webhooks')
      await at.runTask('check-open-donations')
    },
    /** Answers the statuses of our answers. */
    async send(each: Shape, number: number): Promise<number[]> {
      const isForm = each.of === 'own' || each.of === 'paid'
      const form = isForm ? await start(number) : undefined
      const reference = form?.reference ?? toReference(each.of, number)
      const good = toTransaction(reference, number)
      if (each.of === 'paid') {
        answers.set(reference, good)
        await at.donations.verifyPayment(reference, 'webhook')
      }
      // Only the provider could change a payment that counts; others can pay its reference again.
      const id = each.of === 'paid' ? number + 5_000_000_000 : good.id
      const hostile: Record<string, unknown> = { ...good, id, ...each.payment }
      if (each.of === 'transfer') Object.assign(hostile, toTransfer(each))
      if (each.isOdd) Object.assign(hostile, each.odd)
      if (each.isOdd) for (const field of each.missing) delete hostile[field]
      answers.set(reference, hostile)
      const statuses = await deliver(at, each, reference)
      await at.donations.verifyPayment(reference, 'sweep').catch(ignoreUnreadable)
      answers.set(reference, { ...hostile, fees: 17 })
      await at.donations.verifyPayment(reference, 'sweep').catch(ignoreUnreadable)
      if (form) statuses.push((await at.app.request(`/api/donations/${form.code}`)).status)
      return statuses
    },
  }
}

function ignoreUnreadable(error: unknown) {
  if (!(error instanceof PaymentsUnavailable)) throw error
}

const toReference = (of: Shape['of'], number: number) =>
  of === 'unknown'
    ? `AJO-${String(number).padStart(32, '0')}`
    : of === 'transfer'
      ? `T${number}000000000`
      : `WOO-${number}`

const toTransaction = (reference: string, number: number) => ({
  id: 4_000_000_000 + number,
  reference,
  status: 'success',
  amount: 5_000_00,
  requested_amount: 5_000_00,
  fees: 7_500,
  currency: 'NGN',
  domain: 'test',
  channel: 'card',
  paid_at: '2026-05-01T09:00:00.000Z',
  subaccount: { subaccount_code: campaignOfAda.bankAccount.subAccountCode },
})

const toTransfer = ({ number, session }: Shape) => ({
  channel: 'dedicated_nuban',
  authorization: {
    sender_name: 'AMINA BELLO',
    sender_bank: 'Test Bank',
    sender_bank_account_number: 'XXXXXX4321',
    receiver_bank_account_number: number,
    session_id: session,
  },
  customer: { customer_code: 'CUS_1' },
})

async function deliver(
  { app }: Awaited<ReturnType<typeof openMoneyApp>>,
  { webhook }: Shape,
  reference: string,
) {
  const { event, data, signature, type, copies } = webhook
  const body = JSON.stringify({ event, data: { reference, ...data } })
  const statuses: number[] = []
  for (let copy = 0; copy < copies; copy++) {
    const headers = new Headers({ 'content-type': type })
    const signed = signature === 'right' ? body : `${body} `
    if (signature !== 'none')
      headers.set(
        'x-paystack-signature',
        createHmac('sha512', sandboxKey).update(signed).digest('hex'),
      )
    statuses.push(
      (await app.request('/webhooks/paystack', { method: 'POST', headers, body })).status,
    )
  }
  return statuses
}

async function answer(answers: ReadonlyMap<string, unknown>, request: Request) {
  const { pathname } = new URL(request.url)
  const reference = decodeURIComponent(pathname.split('/').at(-1) ?? '')
  if (pathname === '/transaction/initialize') {
    const { reference: own } = (await request.json()) as { reference: string }
    const data = { authorization_url: `${origin}/${own}`, access_code: 'code', reference: own }
    return Response.json({ status: true, message: 'Authorization URL created', data })
  }
  if (pathname.startsWith('/transaction/verify/') && answers.has(reference))
    return Response.json({ status: true, message: 'ok', data: answers.get(reference) })
  const isList = ['/refund', '/dispute', '/transaction'].includes(pathname)
  if (isList) return Response.json({ status: true, message: 'ok', data: [], meta: { next: null } })
  return Response.json(
    { status: false, message: 'Not found', code: 'transaction_not_found' },
    { status: 404 },
  )
}
