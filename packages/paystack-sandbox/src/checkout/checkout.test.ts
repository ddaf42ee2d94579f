import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '../storage/database.ts'
import { memoryDatabase } from '../../test/standing-sandbox.ts'
import { openSandbox } from '../../test/open-sandbox.ts'
import { testCards } from '../state/test-cards.ts'

const { database, empty } = await memoryDatabase()
const sandbox = await openSandbox(database)
afterAll(sandbox.close)
beforeEach(empty)

const callback = 'http://127.0.0.1:9/donations/abc'
const paid = `${callback}?trxref=ajo-1&reference=ajo-1`

async function open(fields: Record<string, unknown> = {}) {
  const { body } = await sandbox.api('/transaction/initialize', {
    email: 'donor@example.com',
    amount: 500_000,
    reference: 'ajo-1',
    callback_url: callback,
    ...fields,
  })
  return z.parse(z.object({ authorization_url: z.string() }), body.data).authorization_url
}

async function verify() {
  const { body } = await sandbox.api('/transaction/verify/ajo-1')
  return z.parse(z.looseObject({ status: z.string() }), body.data)
}

const payment = (key: string) => {
  const card = testCards.find((one) => one.key === key)
  if (!card) throw new Error(`no card ${key}`)
  return { number: card.number.replace(/(\d{4})/g, '$1 '), expiry: '11/40', cvv: card.cvv }
}

const webhooks = () =>
  database.rows(
    z.object({ event: z.string(), body: z.string() }),
    sql`select event, body from sandbox.delivery`,
  )

describe('each test card', () => {
  const accepted: [string, [string, string][]][] = [
    ['success', []],
    ['pin', [['pin', '1111']]],
    [
      'pin-otp',
      [
        ['pin', '1234'],
        ['otp', '123456'],
      ],
    ],
    [
      'pin-phone-otp',
      [
        ['pin', '0000'],
        ['phone', '0801 234 5678'],
        ['otp', '123456'],
      ],
    ],
    ['bank', [['bank', 'approve']]],
    ['refund-fails', []],
    ['refund-needs-attention', []],
  ]
  const refused: [string, [string, string][], string][] = [
    ['declined', [], 'Declined'],
    ['token', [['pin', '0000']], 'Token not generated'],
    ['insufficient-funds', [], 'Insufficient Funds'],
    ['bank', [['bank', 'decline']], 'Declined'],
  ]

  /** Submits the card and each step, and checks the page before each step. */
  async function payWith(url: string, key: string, steps: [string, string][]) {
    const path = new URL(url).pathname
    let answer = await sandbox.submit(url, 'card', payment(key))
    for (const [step, reply] of steps) {
      expect(answer.headers.get('location')).toBe(path)
      expect((await verify()).status).toBe('ongoing')
      expect(await (await fetch(url)).text()).toContain(`action="${path}/${step}"`)
      answer = await sandbox.submit(url, step, { answer: reply })
    }
    return answer
  }

  it.each(accepted)('succeeds: %s', async (key, steps) => {
    const answer = await payWith(await open(), key, steps)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(paid)
    expect(await verify()).toMatchObject({
      status: 'success',
      fees: 17_500,
      gateway_response: 'Successful',
      authorization: {
        last4: payment(key).number.replaceAll(' ', '').slice(-4),
        exp_year: '2040',
      },
    })
    expect(await webhooks()).toHaveLength(1)
  })

  it.each(refused)('fails with the reason on the page: %s', async (key, steps, reason) => {
    const url = await open()
    const answer = await payWith(url, key, steps)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(new URL(url).pathname)
    expect(await verify()).toMatchObject({ status: 'failed', gateway_response: reason, fees: null })
    expect(await (await fetch(url)).text()).toContain(`<strong>${reason}</strong>`)
    expect(await webhooks()).toEqual([])
  })
})

it('pays once when 16 submissions arrive at the same time', async () => {
  const url = await open()
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => sandbox.submit(url, 'card', payment('success'))),
  )
  expect(answers.map(({ headers }) => headers.get('location'))).toEqual(Array(16).fill(paid))
  expect(await webhooks()).toHaveLength(1)
})

it('ignores a second submission after payment', async () => {
  const url = await open()
  await sandbox.submit(url, 'card', payment('success'))
  const again = await sandbox.submit(url, 'card', payment('declined'))
  expect(again.headers.get('location')).toBe(paid)
  expect((await verify()).status).toBe('success')
  expect(await webhooks()).toHaveLength(1)
  const page = await (await fetch(url)).text()
  expect(page).toContain('Payment complete')
  expect(page).not.toContain('<form')
})

describe('a card that is not a test card', () => {
  const foreign = { number: '4242 4242 4242 4242', expiry: '11/40', cvv: '123' }

  it('is refused and neither shown nor stored', async () => {
    const url = await open()
    const answer = await sandbox.submit(url, 'card', foreign)
    const page = await answer.text()
    expect(answer.status).toBe(200)
    expect(page).toContain('Only test cards are accepted here.')
    expect(page).toContain('aria-describedby="number-error"')
    expect(page).not.toMatch(/4242/)
    expect((await verify()).status).toBe('abandoned')
    expect(await webhooks()).toEqual([])
    const stored = await database.rows(
      z.object({ row: z.string() }),
      sql`select row_to_json(t)::text as row from sandbox.transaction t`,
    )
    expect(JSON.stringify(stored)).not.toMatch(/4242/)
  })
})

it.each([
  [{ number: '' }, 'Enter a test card number.'],
  [{ expiry: '13/30' }, 'Enter the month and the year as MM/YY.'],
  [{ expiry: '01/20' }, 'This date has passed.'],
  [{ cvv: '12' }, 'Enter the 3-digit CVV.'],
  [{ cvv: '999' }, 'The CVV of this test card is 408.'],
])('shows an error for %j', async (fields, message) => {
  const url = await open()
  const answer = await sandbox.submit(url, 'card', { ...payment('success'), ...fields })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain(message)
  expect((await verify()).status).toBe('abandoned')
})

it('fails the payment after three wrong PINs, and allows a new attempt', async () => {
  const url = await open()
  await sandbox.submit(url, 'card', payment('pin'))
  const first = await sandbox.submit(url, 'pin', { answer: '9999' })
  expect(first.status).toBe(200)
  expect(await first.text()).toContain('Incorrect PIN. 2 tries left.')
  expect(await (await sandbox.submit(url, 'pin', { answer: '' })).text()).toContain('1 try left')
  const last = await sandbox.submit(url, 'pin', { answer: '8888' })
  expect(last.status).toBe(303)
  expect(await verify()).toMatchObject({ status: 'failed', gateway_response: 'Incorrect PIN' })
  const tooLate = await sandbox.submit(url, 'pin', { answer: '1111' })
  expect(tooLate.headers.get('location')).toBe(new URL(url).pathname)
  expect((await verify()).status).toBe('failed')

  await sandbox.submit(url, 'card', payment('pin'))
  const right = await sandbox.submit(url, 'pin', { answer: '1111' })
  expect(right.headers.get('location')).toBe(paid)
})

it('ignores forms of later steps', async () => {
  const url = await open()
  await sandbox.submit(url, 'card', payment('pin-otp'))
  await sandbox.submit(url, 'otp', { answer: '123456' })
  await sandbox.submit(url, 'bank', { answer: 'approve' })
  expect((await verify()).status).toBe('ongoing')
})

describe('the page', () => {
  it('shows TEST, payee, amount, payer, a test card and the cancel link', async () => {
    const created = await sandbox.api('/subaccount', {
      business_name: 'A well <b>for</b> "Oke-Ado"',
      settlement_bank: '058',
      account_number: '0123456047',
      percentage_charge: 30,
    })
    const { subaccount_code } = z.parse(
      z.object({ subaccount_code: z.string() }),
      created.body.data,
    )
    const url = await open({
      subaccount: subaccount_code,
      metadata: { cancel_action: 'http://127.0.0.1:9/c/well/donate' },
    })
    const page = await (await fetch(url)).text()
    for (const text of ['TEST', 'Ajo', '₦5,000.00', 'donor@example.com', '4084 0840 8408 4081'])
      expect(page).toContain(text)
    expect(page).toContain('A well &lt;b&gt;for&lt;/b&gt; &quot;Oke-Ado&quot;')
    expect(page).toContain('href="http://127.0.0.1:9/c/well/donate"')
    expect(page).not.toMatch(/<script|<style|style=|onclick/)
  })

  it('ignores a cancel URL that is not http or https', async () => {
    const url = await open({ metadata: { cancel_action: 'javascript:alert(1)' } })
    expect(await (await fetch(url)).text()).not.toContain('javascript:')
  })

  it('prefills a test card chosen from the list', async () => {
    const url = await open()
    const page = await (await fetch(`${url}?card=pin-otp`)).text()
    expect(page).toContain('value="5060 6666 6666 6666 666"')
    expect(page).toContain('value="123"')
  })

  it('forbids caching, frames and scripts', async () => {
    const { headers } = await fetch(await open())
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    )
  })

  it('links a versioned stylesheet that browsers cache', async () => {
    const page = await (await fetch(await open())).text()
    const href = /href="(\/sandbox\/assets\/checkout\.css\?v=[\w-]+)"/.exec(page)?.[1]
    const { status, headers } = await fetch(sandbox.origin + String(href))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(headers.get('cache-control')).toContain('immutable')
  })

  it('returns 404 for an unknown access code', async () => {
    const url = `${sandbox.origin}/sandbox/checkout/aaaaaaaaaaaaaaa`
    expect((await fetch(url)).status).toBe(404)
    expect((await sandbox.submit(url, 'card', payment('success'))).status).toBe(404)
  })

  it('refuses forms from another site', async () => {
    const url = await open()
    const answer = await fetch(`${url}/card`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams(payment('success')),
    })
    expect(answer.status).toBe(403)
    expect((await verify()).status).toBe('abandoned')
  })

  it('shows the result itself if there is no callback URL', async () => {
    const url = await open({ callback_url: undefined })
    const answer = await sandbox.submit(url, 'card', payment('success'))
    expect(answer.headers.get('location')).toBe(new URL(url).pathname)
    expect(await (await fetch(url)).text()).toContain('Payment complete')
  })
})
