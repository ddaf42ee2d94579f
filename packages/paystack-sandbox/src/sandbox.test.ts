import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { standingSandbox } from '../test/standing-sandbox.ts'
import { sandboxSecretKey } from './state/integration.ts'
import { createSandbox } from './sandbox.ts'

const { clock, database, sandbox } = await standingSandbox()

const account = {
  business_name: 'Well for Oke-Ado',
  settlement_bank: '058',
  account_number: '0123456047',
  percentage_charge: 30,
}

async function call(path: string, body?: unknown, init?: RequestInit) {
  const answer = await sandbox.api(path, body, init)
  return { ...answer, data: z.parse(z.record(z.string(), z.unknown()), answer.body.data) }
}

const start = (fields: Record<string, unknown> = {}) =>
  call('/transaction/initialize', { email: 'donor@example.com', amount: 500_000, ...fields })

describe('the secret key', () => {
  it('refuses a wrong key with the provider’s error', async () => {
    const response = await fetch(`${sandbox.apiUrl}/bank`, {
      headers: { authorization: 'Bearer sk_test_wrong' },
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      status: false,
      message: 'Invalid key',
      meta: { nextStep: 'Ensure that you provide the correct authorization key for the request' },
      type: 'validation_error',
      code: 'invalid_Key',
    })
  })

  it('refuses a live key', () => {
    const options = { database, webhookUrl: '', publicUrl: 'http://127.0.0.1' }
    expect(() => createSandbox({ ...options, secretKey: 'sk_live_0123456789' })).toThrow(
      'the sandbox accepts test keys only',
    )
  })

  it('generates the key once and stores it', async () => {
    const keys = await Promise.all([sandboxSecretKey(database), sandboxSecretKey(database)])
    expect(keys[0]).toMatch(/^sk_test_[0-9a-f]{40}$/)
    expect(keys[1]).toBe(keys[0])
    expect(await sandboxSecretKey(database)).toBe(keys[0])
  })
})

describe('POST /transaction/initialize', () => {
  it('generates a missing reference, and accepts form bodies and amounts as text', async () => {
    const { data } = await start({ amount: '500000' })
    expect(data.reference).toMatch(/^[a-z0-9]{10}$/)
    const response = await fetch(`${sandbox.apiUrl}/transaction/initialize`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_0123456789abcdef0123456789abcdef01234567' },
      body: new URLSearchParams({ email: 'donor@example.com', amount: '5000' }),
    })
    expect(response.status).toBe(200)
  })

  const nextAmount =
    "Ensure that you're passing your amount correctly. It should be a number greater than zero, with no decimal places"
  const nextValues = "Ensure that the value(s) you're passing are valid."
  it.each([
    [
      { email: undefined },
      'Email Address is required',
      'missing_params',
      'Provide all required params ',
    ],
    [{ email: 'invalid' }, 'Invalid Email Address Passed', 'invalid_email_address', nextValues],
    [
      { email: 'a@printer.local' },
      'Invalid Email Address Passed',
      'invalid_email_address',
      nextValues,
    ],
    [{ amount: 0 }, 'Invalid Amount Sent', 'invalid_amount', nextAmount],
    [{ amount: -5000 }, 'Invalid Amount Sent', 'invalid_amount', nextAmount],
    [{ amount: 4_999 }, 'Invalid Amount Sent', 'invalid_amount', nextAmount],
    [{ amount: 5_000.5 }, '"amount" must be an integer', 'invalid_amount', nextAmount],
    [{ amount: '777.00' }, '"amount" must be an integer', 'invalid_amount', nextAmount],
    [{ amount: 1_000_000_001 }, 'Transaction amount limit exceeded', 'invalid_amount', nextAmount],
    [
      { reference: 'a/b' },
      'Invalid character in transaction reference',
      'invalid_params',
      nextValues,
    ],
    [{ subaccount: 'ACCT_unknown' }, 'Invalid Subaccount', 'invalid_params', nextValues],
    [
      { transaction_charge: 500_001 },
      'Invalid Split transaction values',
      'invalid_params',
      nextValues,
    ],
  ])('refuses %j', async (fields, message, code, nextStep) => {
    const { status, body } = await sandbox.api('/transaction/initialize', {
      email: 'donor@example.com',
      amount: 500_000,
      ...fields,
    })
    expect({ status, body }).toEqual({
      status: 400,
      body: { status: false, message, meta: { nextStep }, type: 'validation_error', code },
    })
    const list = await sandbox.api('/transaction')
    expect(list.body.data).toEqual([])
  })
})

describe('GET /transaction/verify', () => {
  it('returns metadata as an object, whether it was sent as an object or as text', async () => {
    await start({ reference: 'ajo-1', metadata: { campaignId: 'c1' } })
    await start({ reference: 'ajo-2', metadata: '{"campaignId":"c1"}' })
    for (const reference of ['ajo-1', 'ajo-2']) {
      const { data } = await call(`/transaction/verify/${reference}`)
      expect(data.metadata).toEqual({ campaignId: 'c1' })
    }
  })
})

describe('GET /transaction', () => {
  async function startMany(count: number) {
    for (let number = 1; number <= count; number++) {
      clock.now = new Date(Date.parse('2026-11-20T10:00:00Z') + number * 60_000)
      await start({ reference: `ajo-${number}`, amount: 5_000 * number })
    }
  }
  const references = (body: Record<string, unknown>) =>
    z.parse(z.array(z.object({ reference: z.string() })), body.data).map((row) => row.reference)

  it('lists pages, newest first', async () => {
    await startMany(5)
    const { body } = await sandbox.api('/transaction?perPage=2&page=2')
    expect(references(body)).toEqual(['ajo-3', 'ajo-2'])
    expect(body.meta).toEqual({
      total: 5,
      skipped: 2,
      perPage: 2,
      page: 2,
      pageCount: 3,
    })
  })

  it('follows a cursor while new payments are created', async () => {
    await startMany(5)
    const first = await sandbox.api('/transaction?use_cursor=true&perPage=2')
    expect(references(first.body)).toEqual(['ajo-5', 'ajo-4'])
    expect(first.body.meta).toMatchObject({ previous: null, perPage: 2 })
    clock.now = new Date('2026-11-20T11:00:00Z')
    await start({ reference: 'ajo-6' })

    const meta = z.parse(z.object({ next: z.string() }), first.body.meta)
    expect(Buffer.from(meta.next, 'base64').toString()).toMatch(/^undefined:\d+$/)
    const cursor = encodeURIComponent(meta.next)
    const second = await sandbox.api(`/transaction?use_cursor=true&perPage=2&next=${cursor}`)
    expect(references(second.body)).toEqual(['ajo-3', 'ajo-2'])
  })

  it('filters by creation time', async () => {
    await startMany(3)
    const from = await sandbox.api('/transaction?from=2026-11-20T10:02:00Z')
    expect(references(from.body)).toEqual(['ajo-3', 'ajo-2'])
    const to = await sandbox.api('/transaction?to=2026-11-20T10:01:30Z')
    expect(references(to.body)).toEqual(['ajo-1'])
  })
})

describe('GET /bank', () => {
  it('lists all banks by name, with codes that are text and not unique', async () => {
    const { body } = await sandbox.api('/bank')
    expect(body.meta).toBeUndefined()
    const banks = z.parse(z.array(z.object({ code: z.string(), name: z.string() })), body.data)
    const codes = banks.map(({ code }) => code)
    expect(banks.length).toBe(55)
    expect(banks.map(({ name }) => name)).toEqual(
      banks.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other)),
    )
    expect(codes.filter((code) => code === '645')).toHaveLength(2)
    expect(codes.filter((code) => code === '50739')).toHaveLength(2)
    expect(codes).toEqual(expect.arrayContaining(['044', '035A', 'MFB50094', 'FC40163', '001']))
  })

  it('invents the holder of an account, for real banks three times a day', async () => {
    const real = '/bank/resolve?account_number=0123456047&bank_code=058'
    for (let time = 1; time <= 3; time++) {
      const { status, body } = await sandbox.api(real)
      expect({ status, message: body.message }).toEqual({
        status: 200,
        message: 'Account number resolved',
      })
    }
    expect(await sandbox.api(real)).toMatchObject({
      status: 429,
      body: {
        type: 'api_error',
        message:
          'Test mode daily limit of 3 live bank resolves exceeded. Use test bank codes 001 or upgrade to live mode.',
      },
    })
    const test = await sandbox.api('/bank/resolve?account_number=0123456047&bank_code=001')
    expect(test.status).toBe(200)
  })
})

describe('/subaccount', () => {
  it('returns the holder of the test account', async () => {
    const { data } = await call('/subaccount', {
      ...account,
      settlement_bank: '057',
      account_number: '0000000000',
    })
    expect(data.account_name).toBe('Test')
  })

  it.each([
    [
      { business_name: '' },
      'Business name is required',
      'missing_params',
      'Provide all required params ',
    ],
    [
      { account_number: '9999900000' },
      'Account details are invalid',
      'invalid_params',
      "Ensure that the value(s) you're passing are valid.",
    ],
    [
      { settlement_bank: '999' },
      'Account details are invalid',
      'invalid_params',
      "Ensure that the value(s) you're passing are valid.",
    ],
  ])('refuses %j', async (fields, message, code, nextStep) => {
    expect(await sandbox.api('/subaccount', { ...account, ...fields })).toEqual({
      status: 400,
      body: { status: false, message, meta: { nextStep }, type: 'validation_error', code },
    })
  })
})

describe('request bodies', () => {
  it.each(['{', '[]', '"text"', ''])('refuses the body %j', async (body) => {
    const response = await fetch(`${sandbox.apiUrl}/transaction/initialize`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_0123456789abcdef0123456789abcdef01234567' },
      body,
    })
    expect(response.status).toBe(400)
  })

  it('refuses more than 64 kB', async () => {
    const response = await fetch(`${sandbox.apiUrl}/transaction/initialize`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_0123456789abcdef0123456789abcdef01234567' },
      body: 'x'.repeat(70_000),
    })
    expect(response.status).toBe(413)
  })
})
