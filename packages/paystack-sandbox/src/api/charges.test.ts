import { describe, expect, it } from 'vitest'

import { standingSandbox } from '../../test/standing-sandbox.ts'

const { pass, sandbox } = await standingSandbox()

const payment = { email: 'donor@example.com', amount: 500_000, reference: 'ajo-1' }
const toCard = (number: string, cvv: string) => ({
  card: { number, cvv, expiry_month: '12', expiry_year: '2030' },
})
const post = async (path: string, body: unknown) => (await sandbox.api(`/charge${path}`, body)).body

it.each([
  ['4084084084084081', '408', 'success'],
  ['4084080000005408', '001', 'failed'],
  ['4084084084084081', '999', 'failed'],
  ['4000000000000002', '999', 'failed'],
])('charges the card %s with the CVV %s: %s', async (number, cvv, status) => {
  expect(await post('', { ...payment, ...toCard(number, cvv) })).toMatchObject({
    message: 'Charge attempted',
    data: { status, reference: 'ajo-1', channel: 'card' },
  })
})

it('asks for each answer of a card in turn', async () => {
  const asked = await post('', { ...payment, ...toCard('507850785078507804', '884') })
  expect(asked).toMatchObject({ data: { status: 'send_pin', reference: 'ajo-1' } })
  const answers = [
    ['pin', '0000', 'send_phone'],
    ['phone', '08012345678', 'send_otp'],
    ['otp', '123456', 'success'],
  ] as const
  for (const [name, text, status] of answers)
    expect(await post(`/submit_${name}`, { reference: 'ajo-1', [name]: text })).toMatchObject({
      data: { status },
    })
})

it('ends the charge after one wrong answer', async () => {
  await post('', { ...payment, ...toCard('507850785078507812', '081') })
  expect(await post('/submit_pin', { reference: 'ajo-1', pin: '9999' })).toMatchObject({
    data: { status: 'failed' },
  })
  const { body } = await sandbox.api('/charge/ajo-1')
  expect(body).toMatchObject({ data: { status: 'failed' } })
})

it.each([
  ['123456', 'success'],
  ['000000', 'failed'],
])('charges the test bank after a birthday and the code %s: %s', async (otp, status) => {
  const bank = { code: '057', account_number: '0000000000' }
  expect(await post('', { ...payment, bank })).toMatchObject({ data: { status: 'send_birthday' } })
  const birthday = { reference: 'ajo-1', birthday: '2007-04-15' }
  expect(await post('/submit_birthday', birthday)).toMatchObject({ data: { status: 'send_otp' } })
  expect(await post('/submit_otp', { reference: 'ajo-1', otp })).toMatchObject({
    data: { status, channel: 'bank' },
  })
})

it('sends the payer of a card with a bank page to that page', async () => {
  expect(await post('', { ...payment, ...toCard('5192602720584796', '123') })).toMatchObject({
    data: { status: 'open_url', url: expect.stringMatching(/\/sandbox\/checkout\/\w+$/) },
  })
})

it.each([
  [
    { ...payment, bank: { code: '057', account_number: '0123456789' } },
    'Charge details are invalid',
  ],
  [payment, 'Charge details are invalid'],
])('refuses other accounts and missing details', async (body, message) => {
  expect(await post('', body)).toMatchObject({ status: false, message })
})

it('refuses a reference that exists and one that is unknown', async () => {
  const card = toCard('4084084084084081', '408')
  await post('', { ...payment, ...card })
  expect(await post('', { ...payment, ...card })).toMatchObject({ code: 'duplicate_reference' })
  expect(await post('/submit_pin', { reference: 'other', pin: '1111' })).toMatchObject({
    code: 'transaction_not_found',
  })
})

describe('a saved card', () => {
  /** The card pays once, and its code charges it again after so much time. */
  const chargeAgain = async (change: Record<string, unknown> = {}, afterMs = 0) => {
    const { data } = await post('', { ...payment, ...toCard('4084084084084081', '408') })
    const { authorization } = data as { authorization: Record<string, unknown> }
    await pass(afterMs)
    const { authorization_code } = authorization
    const body = { ...payment, reference: 'ajo-2', authorization_code, ...change }
    return (await sandbox.api('/transaction/charge_authorization', body)).body
  }
  const readStatus = async () =>
    (await sandbox.api('/transaction/verify/ajo-2')).body.data as Record<string, unknown>

  it('is refused with another address', async () => {
    const message = 'Email does not match Authorization code. Please confirm'
    const answer = await chargeAgain({ email: 'other@example.com' })
    expect(answer).toMatchObject({ status: false, message })
  })

  it.each([
    ['declined', 'failed', 'failed'],
    ['challenged', 'abandoned', 'abandoned'],
    ['pending', 'pending', 'success'],
  ] as const)(
    'is %s where the behaviour says so: %s, an hour later %s',
    async (savedCards, now, later) => {
      sandbox.faults.set({ behaviour: { savedCards } })
      await chargeAgain()
      expect(await readStatus()).toMatchObject({ status: now })
      await pass(3_600_000)
      expect(await readStatus()).toMatchObject({ status: later })
    },
  )

  it('is declined after its last month', async () => {
    await chargeAgain({}, 5 * 365 * 86_400_000)
    expect(await readStatus()).toMatchObject({ status: 'failed', gateway_response: 'Expired card' })
  })
})
