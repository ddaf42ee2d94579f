import PostalMime from 'postal-mime'
import { expect, it } from 'vitest'

import { openMailServer } from '#test/support/mail/mail-server.ts'

import { smtpTransport } from './smtp.ts'

const encodedWord = '=?utf-8?q?Your_account_is_closed?='

async function deliver(subject: string) {
  await using server = await openMailServer()
  const from = 'Ajo <no-reply@ajo.example>'
  const transport = smtpTransport({ url: server.url, from, publicUrl: 'https://ajo.example' })
  const id = '11111111-2222-4333-8444-555555555555'
  await transport.send({
    id,
    to: 'ngozi@example.com',
    subject,
    text: 'Hello',
    html: '<p>Hello</p>',
    kind: 'transactional',
  })
  const raw = server.received[0]?.raw ?? ''
  return { raw, subject: (await PostalMime.parse(raw)).subject }
}

it.each([
  `A thank-you from "${encodedWord}"`,
  encodedWord,
  '=?',
  'Ẹ káàbọ̀ to Ìbàdàn, where four hundred families walk two hours for water',
  `Ẹ káàbọ̀ ${encodedWord}`,
  '資金を集める 👩🏾‍🌾👨‍👩‍👧‍👦🏳️‍🌈🇳🇬',
  'Your ₦5,000.00 donation receipt',
])('delivers the subject %j as these characters', async (subject) => {
  expect((await deliver(subject)).subject).toBe(subject)
})

it('keeps each line of an encoded subject within 76 characters', async () => {
  const { raw } = await deliver('Ẹ káàbọ̀ '.repeat(20).trim())
  const [header = ''] = /^Subject:.*(?:\r\n .*)*/m.exec(raw) ?? []
  expect(Math.max(...header.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(76)
})

it('writes a subject with line breaks as one header', async () => {
  const { raw, subject } = await deliver('Hello\r\nBcc: everyone@example.com\r\n\r\nbody')
  expect(raw).not.toMatch(/^Bcc:/m)
  expect(subject).toBe('Hello Bcc: everyone@example.com body')
})
