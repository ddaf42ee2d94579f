import { createHmac } from 'node:crypto'
import type { RequestListener } from 'node:http'

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { startLocalServer } from '#test/support/providers/local-server.ts'
import { collectAll, paystackAt } from '#test/support/providers/paystack.ts'
import { card as paidCard } from '#test/paystack/answers/answer.ts'

import { paymentsContract, toTestCharge } from './payments.contract.ts'
import { PaymentsUnavailable, type Payments } from './payments.ts'
import { paystackPayments } from './paystack.ts'
import { openSandbox, sandboxKey } from '#packages/paystack-sandbox/test/open-sandbox.ts'

const { database, empty } = await testDatabase()
const sandbox = await openSandbox(database)
afterAll(sandbox.close)

const payments = paystackAt(sandbox)

paymentsContract(
  'Paystack at the sandbox',
  () => payments,
  (payment) => sandbox.api('/charge', toTestCharge(payment)),
)

const payment = {
  reference: 'ajo-1',
  email: 'donor@example.com',
  amount: kobo(500_000),
  subAccountCode: 'ACCT_x',
  terms: payments.getSplitTerms(kobo(500_000)),
  callbackUrl: 'http://127.0.0.1:9/donations/abc',
  cancelUrl: 'http://127.0.0.1:9/c/well/donate',
  metadata: { campaignId: 'c1' },
}
const refund = {
  transactionId: 7,
  amount: kobo(200_000),
  customerNote: 'As you asked',
  merchantNote: 'r1',
}
const account = {
  businessName: 'A well',
  bankCode: '057',
  accountNumber: '0000000000',
  ownerUid: 'u1',
}

async function startedPayment(reference: string) {
  const created = await payments.createSubAccount(account)
  if (created.kind === 'refused') throw new Error(created.message)
  const subAccountCode = created.code
  const started = await payments.initialize({ ...payment, reference, subAccountCode })
  if (started.kind === 'refused') throw new Error(started.message)
  return { ...started, subAccountCode }
}

const listed = (from: Payments, since = new Date(0)) => collectAll(from.listSince(since))

const card = { number: '4084084084084081', expiry: '12/40', cvv: '408' }

describe('a payment through the sandbox', () => {
  beforeEach(empty)

  it('is verified with all its fields after payment', async () => {
    const { url, subAccountCode } = await startedPayment('ajo-1')
    await sandbox.submit(url, 'card', card)
    expect(await payments.verify('ajo-1')).toEqual({
      transactionId: expect.any(Number),
      reference: 'ajo-1',
      mode: 'sandbox',
      status: 'success',
      amount: 500_000,
      requestedAmount: 500_000,
      fees: 17_500,
      currency: 'NGN',
      subAccountCode,
      channel: 'card',
      origin: 'local',
      authorization: expect.stringMatching(/^AUTH_\w{10}$/),
      transfer: null,
      split: { provider: 17_500, main: 100, subAccount: 482_400 },
      paidAt: expect.any(Date),
    })
    expect(await listed(payments)).toEqual([await payments.verify('ajo-1')])
  })
})

describe('a faulty provider', () => {
  const closings: (() => Promise<void>)[] = []
  afterEach(async () => {
    await Promise.all(closings.splice(0).map((close) => close()))
  })

  async function faultyProvider(listener: RequestListener, timeoutMs = 15_000) {
    const requests: { method: string; url: string; body: string }[] = []
    const { origin, close } = await startLocalServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { method = '', url = '' } = request
        requests.push({ method, url, body: Buffer.concat(chunks).toString() })
        listener(request, response)
      })
    })
    closings.push(close)
    const adapter = paystackPayments({
      baseUrl: `${origin}/api`,
      secretKey: sandboxKey,
      mode: 'test',
      checkoutOrigin: 'https://checkout.paystack.com',
      timeoutMs,
      listPauseMs: 0,
    })
    return { adapter, requests, origin }
  }

  const json =
    (status: number, body: unknown): RequestListener =>
    (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
  const ok = (data: unknown, meta?: unknown) =>
    json(200, { status: true, message: 'ok', data, meta })

  const calls: [string, (adapter: Payments) => Promise<unknown>][] = [
    ['initialize', (adapter) => adapter.initialize(payment)],
    ['verify', (adapter) => adapter.verify('ajo-1')],
    ['createSubAccount', (adapter) => adapter.createSubAccount(account)],
    ['listSince', (adapter) => listed(adapter)],
    ['totals', (adapter) => adapter.totals({ from: new Date(0), to: new Date() })],
    ['refunds.create', (adapter) => adapter.refunds.create(refund)],
    ['refunds.find', (adapter) => adapter.refunds.find(7)],
    ['refunds.listForTransaction', (adapter) => adapter.refunds.listForTransaction(7)],
    ['disputes.find', (adapter) => adapter.disputes.find(7)],
    [
      'disputes.accept',
      (adapter) => adapter.disputes.accept(7, { message: 'yes', refundAmount: kobo(500_000) }),
    ],
    ['disputes.listSince', (adapter) => collectAll(adapter.disputes.listSince(new Date(0)))],
    ['settlements', (adapter) => collectAll(adapter.settlements.listSince(new Date(0)))],
  ]
  const faults: [string, RequestListener][] = [
    ['invalid JSON', (_request, response) => response.end('{"status":tru')],
    ['HTML', (_request, response) => response.end('<html><body>Welcome</body></html>')],
    ['JSON without an envelope', json(200, [1, 2])],
    ['an envelope with invalid data', ok('nonsense')],
    ['500', json(500, { status: false, message: 'An error occurred' })],
    ['429', json(429, { status: false, message: 'Too many requests', type: 'api_error' })],
    ['401', json(401, { status: false, message: 'Invalid key', type: 'validation_error' })],
    ['success with 400', json(400, { status: true, message: 'ok', data: {} })],
    [
      'a redirect',
      (_request, response) => response.writeHead(302, { location: '/api/elsewhere' }).end(),
    ],
    ['a closed connection', (request) => request.socket.destroy()],
    [
      'half a response',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{"status":true')
        response.destroy()
      },
    ],
    [
      'an oversized response',
      (_request, response) => {
        const chunk = Buffer.alloc(1_024 * 1_024, ' ')
        for (let count = 0; count < 6; count++) response.write(chunk)
        response.end('{}')
      },
    ],
  ]

  it.each(faults)('counts as unavailable after %s, called once', async (_fault, listener) => {
    for (const [name, call] of calls) {
      const { adapter, requests } = await faultyProvider(listener)
      const failure = await call(adapter).catch((error: unknown) => error)
      expect([name, failure]).toEqual([name, expect.any(PaymentsUnavailable)])
      expect(String(failure)).not.toMatch(/sk_|127\.0\.0\.1/)
      expect([name, requests.length]).toEqual([name, 1])
    }
  })

  // A busy machine must send each request before its time is over.
  it('counts as unavailable after the timeout, called once', async () => {
    const outcomes = calls.map(async ([name, call]) => {
      const { adapter, requests } = await faultyProvider(() => {}, 3_000)
      const failure = await call(adapter).catch((error: unknown) => error)
      return [name, String(failure).includes('timed out'), requests.length]
    })
    expect(await Promise.all(outcomes)).toEqual(calls.map(([name]) => [name, true, 1]))
  })

  it('counts as unavailable if a response stops midway', async () => {
    const { adapter } = await faultyProvider(
      (_request, response) => response.write('{"status":true'),
      50,
    )
    await expect(adapter.verify('ajo-1')).rejects.toThrow(PaymentsUnavailable)
  })

  it.each(calls)('counts as unavailable if it cannot be reached: %s', async (_name, call) => {
    const { adapter } = await faultyProvider(() => {})
    await Promise.all(closings.splice(0).map((close) => close()))
    await expect(call(adapter)).rejects.toThrow(PaymentsUnavailable)
  })

  it('receives exactly the fields of the payment', async () => {
    const { adapter, requests } = await faultyProvider(
      ok({
        authorization_url: 'https://checkout.paystack.com/abc',
        access_code: 'abc',
        reference: 'ajo-1',
      }),
    )
    expect(await adapter.initialize(payment)).toEqual({
      kind: 'started',
      url: 'https://checkout.paystack.com/abc',
      accessCode: 'abc',
    })
    expect(requests).toMatchObject([{ method: 'POST', url: '/api/transaction/initialize' }])
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      reference: 'ajo-1',
      email: 'donor@example.com',
      amount: 500_000,
      currency: 'NGN',
      subaccount: 'ACCT_x',
      transaction_charge: 100,
      bearer: 'subaccount',
      callback_url: payment.callbackUrl,
      metadata: { campaignId: 'c1', cancel_action: payment.cancelUrl },
    })
  })

  it('receives the 30 percent when a sub-account is created', async () => {
    const { adapter, requests } = await faultyProvider(
      json(201, {
        status: true,
        message: 'Subaccount created',
        data: { subaccount_code: 'ACCT_a1' },
      }),
    )
    expect(await adapter.createSubAccount(account)).toEqual({
      kind: 'created',
      code: 'ACCT_a1',
      accountName: null,
    })
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      business_name: 'A well',
      settlement_bank: '057',
      account_number: '0000000000',
      percentage_charge: 30,
      metadata: '{"ownerUid":"u1"}',
    })
  })

  it.each([
    'https://evil.example/abc',
    'http://checkout.paystack.com/abc',
    'https://checkout.paystack.com.evil.example/abc',
    'https://checkout.paystack.com@evil.example/abc',
    '//evil.example/abc',
    'javascript:alert(1)',
    '',
  ])('cannot redirect a donor to %j', async (authorization_url) => {
    const { adapter } = await faultyProvider(
      ok({ authorization_url, access_code: 'abc', reference: 'ajo-1' }),
    )
    await expect(adapter.initialize(payment)).rejects.toThrow(PaymentsUnavailable)
  })

  it('cannot respond with another payment', async () => {
    const url = 'https://checkout.paystack.com/abc'
    const started = await faultyProvider(
      ok({ authorization_url: url, access_code: 'abc', reference: 'ajo-2' }),
    )
    await expect(started.adapter.initialize(payment)).rejects.toThrow(PaymentsUnavailable)
    const verified = await faultyProvider(ok({ ...transaction, reference: 'ajo-2' }))
    await expect(verified.adapter.verify('ajo-1')).rejects.toThrow(PaymentsUnavailable)
  })

  it('cannot make the adapter reveal the key in a message', async () => {
    const { adapter } = await faultyProvider((request, response) =>
      json(400, {
        status: false,
        message: `Bad header ${String(request.headers.authorization)}`,
        type: 'validation_error',
        meta: { nextStep: 'Try\r\nagain' },
      })(request, response),
    )
    expect(await adapter.createSubAccount(account)).toEqual({
      kind: 'refused',
      message: 'Bad header Bearer [key]: Try again',
    })
  })

  it('refuses without the next step unless it is a validation error', async () => {
    const { adapter } = await faultyProvider(
      json(400, {
        status: false,
        message: 'Denied by fraud system',
        type: 'processor_error',
        code: 7,
        meta: { nextStep: 'Try again later' },
      }),
    )
    expect(await adapter.initialize(payment)).toEqual({
      kind: 'refused',
      message: 'Denied by fraud system',
    })
    const old = await faultyProvider(json(400, { status: false, message: 'Declined' }))
    expect(await old.adapter.initialize(payment)).toEqual({ kind: 'refused', message: 'Declined' })
  })

  it.each([400, 404])('reports an unknown reference with %i', async (status) => {
    const { adapter } = await faultyProvider(
      json(status, {
        status: false,
        message: 'Transaction reference not found.',
        code: 'transaction_not_found',
        type: 'validation_error',
      }),
    )
    expect(await adapter.verify('ajo-1')).toBeUndefined()
  })

  it.each(['', '../bank', 'a/b', 'a?b', 'a%2fb', 'a b', 'é', 'x'.repeat(65)])(
    'is not called with the reference %j',
    async (reference) => {
      const { adapter, requests } = await faultyProvider(ok({}))
      expect(await adapter.verify(reference)).toBeUndefined()
      await expect(adapter.initialize({ ...payment, reference })).rejects.toThrow(RangeError)
      expect(requests).toEqual([])
    },
  )

  const transaction = {
    id: 6554394136,
    domain: 'test',
    status: 'success',
    reference: 'ajo-1',
    amount: 500_000,
    currency: 'NGN',
    channel: 'card',
    paid_at: '2026-11-20T10:00:00.000Z',
  }

  it('can omit, empty or write as text the fields that Ajo does not use', async () => {
    const odd = [
      { metadata: '' },
      { metadata: 0 },
      { metadata: null, log: null, fees: null, fees_split: null },
      { metadata: 'text', authorization: {}, customer: null, plan: '', split: {} },
      { authorization: Object.fromEntries(Object.keys(paidCard).map((name) => [name, null])) },
      { subaccount: {} },
      { subaccount: null },
      { subaccount: '' },
      { paid_at: undefined, paidAt: '2026-11-20T10:00:00.000Z' },
      { amount: '500000', id: '6554394136' },
    ]
    for (const fields of odd) {
      const { adapter } = await faultyProvider(ok({ ...transaction, ...fields }))
      expect(await adapter.verify('ajo-1')).toEqual({
        transactionId: 6554394136,
        reference: 'ajo-1',
        mode: 'test',
        status: 'success',
        amount: 500_000,
        requestedAmount: 500_000,
        fees: null,
        currency: 'NGN',
        subAccountCode: null,
        channel: 'card',
        origin: null,
        authorization: null,
        transfer: null,
        split: null,
        paidAt: new Date('2026-11-20T10:00:00Z'),
      })
    }
  })

  it('distinguishes the requested from the charged amount', async () => {
    const { adapter } = await faultyProvider(
      ok({ ...transaction, amount: 40_333, requested_amount: 30_050, fees: 10_283 }),
    )
    expect(await adapter.verify('ajo-1')).toMatchObject({
      amount: 40_333,
      requestedAmount: 30_050,
      fees: 10_283,
    })
  })

  it('counts as unavailable if amounts are not whole kobo', async () => {
    for (const amount of [1.5, '1.5', null, -5, '1e5', 2 ** 60]) {
      const { adapter } = await faultyProvider(
        ok({ ...transaction, amount: amount === -5 ? '-5' : amount }),
      )
      await expect(adapter.verify('ajo-1')).rejects.toThrow(PaymentsUnavailable)
    }
  })

  it('cannot present a live payment as a test payment', async () => {
    const { adapter } = await faultyProvider(ok({ ...transaction, domain: 'live' }))
    expect(await adapter.verify('ajo-1')).toMatchObject({ mode: 'live' })
  })

  it('is read to the last page with either kind of meta', async () => {
    const pages = (metas: unknown[]): RequestListener => {
      let page = 0
      return (request, response) => {
        const rows = page < 2 ? [{ ...transaction, reference: `ajo-${page}` }] : []
        ok(rows, metas[page++])(request, response)
      }
    }
    const offset = { total: 2, page: '1', perPage: '100', pageCount: 2 }
    const byOffset = await faultyProvider(pages([offset, offset, offset]))
    expect(await listed(byOffset.adapter)).toHaveLength(2)
    expect(
      byOffset.requests.map(({ url }) => new URL(url, 'http://x').searchParams.get('page')),
    ).toEqual([null, '2', '3'])
    const byCursor = await faultyProvider(pages([{ next: 'b25l', perPage: 49 }, { next: 'null' }]))
    expect(await listed(byCursor.adapter)).toHaveLength(2)
    expect(byCursor.requests[1]?.url).toContain('next=b25l')
    const without = await faultyProvider(pages([]))
    expect(await listed(without.adapter)).toHaveLength(1)
  })

  it('cannot cause an endless list', async () => {
    const { adapter, requests } = await faultyProvider(ok([transaction], { next: 'b25l' }))
    await expect(listed(adapter)).rejects.toThrow('repeats a page')
    expect(requests).toHaveLength(2)
  })

  describe('with a bank list', () => {
    const row = { id: 21, code: '057', name: 'Zenith Bank', active: true, is_deleted: null }

    async function banksFrom(answer: () => RequestListener) {
      const clock = { ms: 0 }
      const { origin } = await faultyProvider((request, response) => answer()(request, response))
      let calls = 0
      const adapter = paystackPayments({
        baseUrl: origin,
        secretKey: sandboxKey,
        mode: 'test',
        checkoutOrigin: 'https://checkout.paystack.com',
        now: () => clock.ms,
        fetch: (input, init) => {
          calls++
          return fetch(input, init)
        },
      })
      return { adapter, clock, calls: () => calls }
    }

    it('is called once a day, also by concurrent callers', async () => {
      const { adapter, clock, calls } = await banksFrom(() => ok([row]))
      const lists = await Promise.all([
        adapter.listBanks(),
        adapter.listBanks(),
        adapter.listBanks(),
      ])
      expect(lists).toEqual(Array(3).fill([{ id: 21, code: '057', name: 'Zenith Bank' }]))
      clock.ms += 86_399_999
      await adapter.listBanks()
      expect(calls()).toBe(1)
      clock.ms += 1
      await adapter.listBanks()
      expect(calls()).toBe(2)
    })

    it('leaves the old list in use when it fails, and is called again after a minute', async () => {
      let answer = ok([row])
      const { adapter, clock, calls } = await banksFrom(() => answer)
      await adapter.listBanks()
      answer = json(500, {})
      clock.ms += 86_400_000
      expect(await adapter.listBanks()).toEqual([{ id: 21, code: '057', name: 'Zenith Bank' }])
      await adapter.listBanks()
      expect(calls()).toBe(2)
      answer = ok([{ ...row, name: 'Zenith' }])
      clock.ms += 60_000
      expect(await adapter.listBanks()).toMatchObject([{ name: 'Zenith' }])
    })

    it.each([
      ['an error', json(500, {})],
      ['an empty list', ok([])],
      ['invalid data', ok('banks')],
    ])('is replaced by the built-in list when it starts with %s', async (_name, answer) => {
      const { adapter } = await banksFrom(() => answer)
      const banks = await adapter.listBanks()
      expect(banks).toHaveLength(48)
      expect(banks).toContainEqual({ id: 27, code: '035A', name: 'ALAT by WEMA' })
    })

    it('is reduced to banks that accept transfers', async () => {
      const { adapter } = await banksFrom(() =>
        ok([
          row,
          { ...row, id: 1, active: false },
          { ...row, id: 2, is_deleted: true },
          { ...row, id: 3, supports_transfer: false },
          { ...row, id: 4, currency: 'GHS' },
          { ...row, id: 'five' },
          { ...row, id: 6, longcode: 'null', gateway: '', type: null },
        ]),
      )
      expect((await adapter.listBanks()).map(({ id }) => id)).toEqual([21, 6])
    })
  })
})

describe('a signature', () => {
  const body = Buffer.from(
    '{"event":"charge.success","data":{"id":6554394136,"domain":"test","status":"success","reference":"GF-01J0000000000000000000000","amount":500000,"currency":"NGN","metadata":{"userId":"u1","campaignId":"c1"}}}',
  )
  const signature =
    '133fbb19154a60ea434be217f9608310f6b6bbcecbabd1c1800b1ae6969e3916a2c320de3dcc79610b304adfd19ff6fe1f313ebe67a8612a2d4fe9f3c01269ab'
  const at = (secretKey: string, previousSecretKey?: string) =>
    paystackPayments({
      baseUrl: 'http://127.0.0.1:9',
      secretKey,
      ...(previousSecretKey !== undefined && { previousSecretKey }),
      mode: 'test',
      checkoutOrigin: 'https://checkout.paystack.com',
    })
  const { isSigned } = at('sk_test_vector_0001')

  it('matches the published test vector', () => {
    expect(body).toHaveLength(207)
    expect(isSigned(body, signature)).toBe(true)
  })

  it('is valid with the previous key, and with no other', () => {
    expect(at('sk_test_vector_0002', 'sk_test_vector_0001').isSigned(body, signature)).toBe(true)
    expect(at('sk_test_vector_0002').isSigned(body, signature)).toBe(false)
  })

  it('covers the bytes, not the parsed JSON', () => {
    const sent = Buffer.from(
      '{"event":"charge.success","data":{"id":1,"gateway_response":"Approved \\u20a6","url":"https:\\/\\/x","amount":100.0}}',
    )
    const signed = createHmac('sha512', 'sk_test_vector_0001').update(sent).digest('hex')
    expect(isSigned(sent, signed)).toBe(true)
    expect(isSigned(Buffer.from(JSON.stringify(JSON.parse(sent.toString()))), signed)).toBe(false)
  })

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['upper case', signature.toUpperCase()],
    ['short', signature.slice(0, 127)],
    ['long', `${signature}0`],
    ['given twice', `${signature}, ${signature}`],
    ['no hex', 'g'.repeat(128)],
  ])('is refused when it is %s', (_name, given) => {
    expect(isSigned(body, given)).toBe(false)
  })

  it('is invalid after any flipped bit', () => {
    const accepted = Array.from({ length: body.length * 8 }, (_, bit) => bit).filter((bit) => {
      const changed = Buffer.from(body)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      return isSigned(changed, signature)
    })
    expect(accepted).toEqual([])
  })
})

it.each(['https://paystack.example', 'https://api.paystack.co.example', 'http://api.paystack.co'])(
  'refuses to send a live key to %s, without quoting it',
  (baseUrl) => {
    const open = () =>
      paystackPayments({
        baseUrl,
        secretKey: 'sk_live_0123456789',
        mode: 'live',
        checkoutOrigin: 'https://checkout.paystack.com',
      })
    expect(open).toThrow(/^a live payment secret key belongs to Paystack only$/)
  },
)

it.each(['', 'sk_test_', 'sk_test_with\nnewline', 'pk_test_0123456789', 'sk_test_naïve0000'])(
  'refuses the malformed key %j without quoting it',
  (secretKey) => {
    const open = () =>
      paystackPayments({
        baseUrl: 'http://127.0.0.1:9',
        secretKey,
        mode: 'test',
        checkoutOrigin: 'https://checkout.paystack.com',
      })
    expect(open).toThrow(/^the payment secret key is malformed$/)
  },
)
