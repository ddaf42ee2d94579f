import { expect, it } from 'vitest'

import { personalValues, webhookBodies } from '#test/support/money/webhook-bodies.ts'

import { scrubber } from './recording.ts'

const ofRun = 'rehearsal-1-'
const scrub = (value: unknown) => JSON.stringify(scrubber(ofRun).scrubAnswer(value))

it('leaves no address, name, number or card data of the provider’s bodies', () => {
  for (const body of webhookBodies('ajo-1')) {
    const text = scrub(body)
    for (const value of personalValues) expect(text).not.toContain(value)
  }
})

it.each([
  [
    { message: 'Key sk_test_0123456789abcdef is invalid' },
    '{"message":"Key [removed] is invalid"}',
  ],
  [{ message: 'Sent to ada@example.com' }, '{"message":"Sent to [removed]"}'],
  [{ message: 'Call 0803 123 4567' }, '{"message":"Call [removed]"}'],
  [{ data: { message: 'Paid by Ada' } }, '{"data":{"message":"removed"}}'],
  [
    { account_number: '0123456789', phone: 2348031234567 },
    '{"account_number":"0000000000","phone":0}',
  ],
  [{ authorization_code: 'AUTH_abc' }, '{"authorization_code":"AUTH_1"}'],
  [
    { sender_name: 'ADA OKAFOR', narration: 'for Ada' },
    '{"sender_name":"removed","narration":"removed"}',
  ],
  [
    { card: { number: '4084084084084081', cvv: '408' } },
    '{"card":{"number":"0000000000000000","cvv":"000"}}',
  ],
  [{ birthday: '2007-04-15' }, '{"birthday":"2026-01-01T00:00:00.000Z"}'],
  [{ reference: 'of-another-shop' }, '{"reference":"ref-1"}'],
  [{ metadata: '{"name":"Ada"}' }, '{"metadata":"{\\"name\\":\\"removed\\"}"}'],
  [['Ada Okafor', ['0123456789']], '["removed",["0000000000"]]'],
])('removes what is personal in %j', (value, scrubbed) => {
  expect(scrub(value)).toBe(scrubbed)
})

it('keeps amounts, states, dates, empty values and own references', () => {
  const allowed = {
    id: 6_554_394_136,
    amount: '500000',
    fees: 17_500,
    status: 'needs-attention',
    paid_at: '2026-05-01T09:00:00.000Z',
    reference: 'rehearsal-1-pin',
    metadata: '',
    phone: null,
    active: true,
  }
  expect(scrub(allowed)).toBe(JSON.stringify(allowed))
})

it('gives a code the same name in bodies and paths', () => {
  const { scrub: scrubBody, scrubPath } = scrubber(ofRun)
  expect(scrubBody({ subaccount_code: 'ACCT_8f4s1eq7ml6rlzj' })).toEqual({
    subaccount_code: 'ACCT_1',
  })
  expect(scrubPath('/subaccount/ACCT_8f4s1eq7ml6rlzj')).toBe('/subaccount/ACCT_1')
  expect(scrubPath('/bank/resolve?account_number=0123456789&bank_code=001')).toBe(
    '/bank/resolve?account_number=0000000000&bank_code=001',
  )
})
