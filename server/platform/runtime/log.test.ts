import { expect, it } from 'vitest'

import { hidePersonalData, openLog, withRequestId } from './log.ts'

function lines() {
  const written: string[] = []
  const log = openLog('info', { write: (line: string) => void written.push(line) })
  return { log, written, last: () => JSON.parse(written.at(-1) ?? '') as Record<string, unknown> }
}

it('adds the request id to every line that is logged during the request', async () => {
  const { log, written } = lines()

  await withRequestId('r-1', async () => {
    log.info('first')
    await Promise.resolve()
    log.info('later')
  })
  log.info('outside')

  expect(written.map((line) => (JSON.parse(line) as { requestId?: string }).requestId)).toEqual([
    'r-1',
    'r-1',
    undefined,
  ])
})

it.each([
  [{ password: 'hunter22' }, 'hunter22'],
  [{ user: { cookie: 'session=abc' } }, 'session=abc'],
  [{ note: 'mail to Ada.O@example.com failed' }, 'Ada.O@example.com'],
  [{ note: 'key sk_test_a1b2c3' }, 'sk_test_a1b2c3'],
  [{ url: '/handle-action?mode=resetPassword&oobCode=AbC123' }, 'AbC123'],
  [{ path: '/donations/V1StGXR8Z5jdHi6BmyT' }, 'V1StGXR8Z5jdHi6BmyT'],
  [{ path: '/refund-account/q8ZlT3-x_V1StGXR8Z5jd' }, 'q8ZlT3-x_V1StGXR8Z5jd'],
  [{ path: '/api/refund-accounts/q8ZlT3-x_V1StGXR8Z5jd' }, 'q8ZlT3-x_V1StGXR8Z5jd'],
  [{ note: 'connect postgres://ajo:s3cret@db:5432/ajo' }, 's3cret'],
])('removes the secret from %o', (fields, secret) => {
  const { log, written } = lines()

  log.info(fields, 'something happened')

  expect(written.join('')).toContain('something happened')
  expect(written.join('')).not.toContain(secret)
})

it('logs an error without the row that the database quotes', () => {
  const { log, last } = lines()
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (phone)=(08012345678)',
  })

  log.error({ err: error }, 'failed')

  expect(last()).toMatchObject({ err: { message: 'duplicate key', code: '23505' } })
  expect(JSON.stringify(last())).not.toContain('08012345678')
})

const code = 'a1'.repeat(20)

it.each([
  ['no user ngozi@example.com here', 'no user [address] here'],
  ['call +234 803 123 4567 now', 'call [number] now'],
  ['account 0123456789 not found', 'account [number] not found'],
  [`GET https://ajo.example/donations/${code} failed`, 'GET [link] failed'],
  [`unknown code ${code}`, 'unknown code [code]'],
  [`key sk_live_${code}`, 'key [key]'],
  ['timeout after 15000 ms', 'timeout after 15000 ms'],
  [
    'campaign 11111111-2222-4333-8444-555555555555 is gone',
    'campaign 11111111-2222-4333-8444-555555555555 is gone',
  ],
])('turns %j into %j', (message, expected) => {
  expect(hidePersonalData(message)).toBe(expected)
})
