import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { expect, it } from 'vitest'

import { openMailServer } from '#test/support/mail/mail-server.ts'
import { testMailSite } from '#test/support/mail/mails.ts'

import { smtpTransport } from './smtp.ts'
import { resetMail, verificationMail } from './account-mail.ts'
import type { Mail } from './mail.ts'
import { renderMail } from './render-mail.ts'

const publicUrl = 'https://ajo.example'
const from = 'Ajo <no-reply@ajo.example>'
const id = '11111111-2222-4333-8444-555555555555'
const mail = {
  id,
  to: 'ngozi@example.com',
  subject: 'Hello',
  text: 'Ẹ káàbọ̀',
  html: '<p>Ẹ káàbọ̀</p>',
  kind: 'transactional',
} as const

it('sends a mail to one recipient, with text, HTML and a constant message id', async () => {
  await using server = await openMailServer()
  const transport = smtpTransport({ url: server.url, from, publicUrl })
  expect(await transport.send(mail)).toEqual({ kind: 'accepted' })
  expect(server.received).toHaveLength(1)
  const [{ recipients, raw } = { recipients: [], raw: '' }] = server.received
  expect(recipients).toEqual(['ngozi@example.com'])
  const parsed = await PostalMime.parse(raw)
  expect(parsed).toMatchObject({
    from: { name: 'Ajo', address: 'no-reply@ajo.example' },
    to: [{ address: 'ngozi@example.com', name: '' }],
    subject: 'Hello',
    messageId: `<${id}@ajo.example>`,
  })
  expect(parsed.text?.trim()).toBe(mail.text)
  expect(parsed.html?.trim()).toBe(mail.html)
})

it.each([
  'a@example.com, b@example.com',
  'a@example.com;b@example.com',
  'a@example.com b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'a@example.com\nRCPT TO:<b@example.com>',
  'Ada <a@example.com>',
  '<a@example.com>',
  'a@example.com\u0000',
  'friends: a@example.com, b@example.com;',
  'a@example.com>',
  '"a@example.com,b"@example.com',
  `${'a'.repeat(250)}@example.com`,
  'nobody',
  '',
])('refuses the recipient %j without connecting to the mail server', async (to) => {
  await using server = await openMailServer()
  const transport = smtpTransport({ url: server.url, from, publicUrl })
  expect(await transport.send({ ...mail, to })).toMatchObject({ kind: 'recipient' })
  expect(server.received).toEqual([])
})

it('sends any subject and text as one mail to one recipient without further headers', async () => {
  await using server = await openMailServer()
  const transport = smtpTransport({ url: server.url, from, publicUrl })
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      'x\r\nBcc: b@example.com',
      '\r\n.\r\n',
      '\r\n\r\nDATA',
      '\u0000',
      '=?utf-8?q?x?=',
    ),
  )
  const readNames = async () => {
    const { headers } = await PostalMime.parse(server.received[0]?.raw ?? '')
    return headers.map(({ key }) => key)
  }
  // Without a text, the headers of the picture stand in the head of the mail.
  const names = new Set<string>()
  for (const change of [{}, { text: '', html: '' }]) {
    server.received.length = 0
    await transport.send({ ...mail, ...change })
    for (const name of await readNames()) names.add(name)
  }
  await fc.assert(
    fc.asyncProperty(text, text, async (subject, body) => {
      server.received.length = 0
      expect(await transport.send({ ...mail, subject, text: body, html: body })).toEqual({
        kind: 'accepted',
      })
      expect(server.received.map(({ recipients }) => recipients)).toEqual([[mail.to]])
      const parsed = await PostalMime.parse(server.received[0]?.raw ?? '')
      expect((await readNames()).filter((name) => !names.has(name))).toEqual([])
      expect(parsed.bcc ?? []).toEqual([])
    }),
    { numRuns: 10 },
  )
  expect(names).not.toContain('bcc')
})

it('fails when the mail server does not respond in time', async () => {
  await using server = await openMailServer({ onConnect: () => {} })
  const transport = smtpTransport({ url: server.url, from, publicUrl, timeoutMs: 100 })
  await expect(transport.send(mail)).rejects.toThrow('SMTP ETIMEDOUT')
})

it('sends no password to a remote mail server without TLS', async () => {
  let hasAuthenticated = false
  await using server = await openMailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => {
      hasAuthenticated = true
      callback(null, { user: 'ajo' })
    },
  })
  // A host that is not recognised as this machine.
  const url = `smtp://ajo:secret@127.0.0.2.nip.invalid:${server.port}`
  await expect(smtpTransport({ url, from, publicUrl }).send(mail)).rejects.toThrow('SMTP')
  expect(hasAuthenticated).toBe(false)
})

const code = 'c'.repeat(43)
it('links to /handle-action with the mode and the code', () => {
  const render = (mail: Mail) => renderMail(mail, testMailSite).text
  const verify = render(
    verificationMail({ to: 'a@example.com', language: 'en' }, { publicUrl, code }),
  )
  const reset = render(resetMail({ to: 'a@example.com', language: 'pcm' }, { publicUrl, code }))
  expect(verify).toContain(`${publicUrl}/handle-action?mode=verifyEmail&oobCode=${code}\n`)
  expect(reset).toContain(`${publicUrl}/handle-action?mode=resetPassword&oobCode=${code}\n`)
})

const encodedWord = '=?utf-8?q?Your_account_is_closed?='

async function deliver(subject: string) {
  await using server = await openMailServer()
  await smtpTransport({ url: server.url, from, publicUrl }).send({ ...mail, subject })
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
