import { Hono } from 'hono'
import { afterAll, expect, it } from 'vitest'

import { sql } from '#server/platform/database/sql.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { toProblem, Refused, type Env } from '#server/platform/http/context.ts'
import { smtpTransport } from '#server/platform/mail/smtp.ts'
import { verificationMail } from '#server/platform/mail/account-mail.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { visitor } from '#server/platform/policy/actor.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { testMailSite } from '#test/support/mail/mails.ts'

import { mailSamples } from './mail-samples.ts'
import { openMailbox } from './mailbox.ts'
import { mailboxRoutes, staffMailSamples } from './mailbox-routes.ts'

const { database, owner } = await freshDatabase()
const publicUrl = 'http://127.0.0.1:3000'
const mailbox = await openMailbox({ database, log: openLog('silent') })
afterAll(() => mailbox[Symbol.asyncDispose]())
const { send } = smtpTransport({
  url: mailbox.smtpUrl,
  from: 'Ajo <no-reply@ajo.example>',
  publicUrl,
})

const app = new Hono<Env>()
app.use(async (c, next) => {
  c.set('actor', visitor)
  await next()
})
app.route('/', mailboxRoutes({ mailbox, config: { ...testMailSite, publicUrl } }))
app.onError((error, c) =>
  error instanceof Refused
    ? c.json(toProblem(error, ''), error.status)
    : c.text(String(error), 500),
)

const verification = renderMail(
  verificationMail(
    { to: 'ngozi@example.com', language: 'en' },
    { publicUrl, code: 'c'.repeat(43) },
  ),
  testMailSite,
)
const page = async (path: string) => (await app.request(path)).text()
const linksIn = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
const tagsIn = (html: string) => new Set([...html.matchAll(/<(\w+)/g)].map(([, tag]) => tag))
const firstMail = async () => {
  const list = await page('/development/mailbox')
  return page(linksIn(list).at(2) ?? '')
}

it('receives a mail over SMTP and shows it with its link', async () => {
  expect(await send({ ...verification, id: '1' })).toEqual({ kind: 'accepted' })
  const list = await page('/development/mailbox')
  expect(list).toContain('<h1>Development mailbox</h1>')
  expect(list).toContain('>Confirm your email address</a>')
  expect(list).toContain('to ngozi@example.com')

  const mail = await firstMail()
  expect(mail).toContain('<h1>Confirm your email address</h1>')
  expect(linksIn(mail)).toEqual([
    '/development/mailbox',
    `${publicUrl}/handle-action?mode=verifyEmail&oobCode=${'c'.repeat(43)}`,
  ])
})

it('shows the newest 200 mails, newest first, or that there are none', async () => {
  expect(await page('/development/mailbox')).toContain('No emails yet.')
  await owner.run(sql`
    insert into development_mail (id, recipient, raw, received_at)
    select gen_random_uuid(), 'ngozi@example.com', convert_to('Subject: mail ' || number || E'\\n\\ntext', 'UTF8'),
      now() - make_interval(secs => 1000 - number)
    from generate_series(1, 204) as number`)
  await send({ ...verification, id: '1', subject: 'the newest' })
  const subjects = (await mailbox.list()).map(({ subject }) => subject)
  expect(subjects).toHaveLength(200)
  expect(subjects.slice(0, 2)).toEqual(['the newest', 'mail 204'])
  expect(subjects.at(-1)).toBe('mail 6')
})

it('escapes tags and does not link to other hosts', async () => {
  await send({
    ...verification,
    id: '1',
    subject: '<img src=x onerror=alert(1)>',
    text: `<script>alert(1)</script> https://evil.example/?${publicUrl} ${publicUrl}.evil.example/ ${publicUrl}/login`,
    html: '<script>alert(2)</script><a href="https://evil.example">x</a>',
  })
  const list = await page('/development/mailbox')
  const mail = await firstMail()
  for (const html of [list, mail])
    for (const tag of ['script', 'img', 'style']) expect(tagsIn(html)).not.toContain(tag)
  expect(linksIn(mail)).toEqual(['/development/mailbox', `${publicUrl}/login`])
  expect(mail).toContain('&lt;script&gt;alert(2)&lt;/script&gt;')
})

it('forbids everything but its own stylesheet', async () => {
  for (const path of ['/development/mailbox', '/development/mailbox.css']) {
    const response = await app.request(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain(
      "default-src 'none'; style-src 'self'; base-uri 'none'",
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
  const style = await app.request('/development/mailbox.css')
  expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
})

it('returns 404 for an unknown id', async () => {
  for (const id of ['nothing', '11111111-2222-4333-8444-555555555555'])
    expect((await app.request(`/development/mailbox/${id}`)).status).toBe(404)
})

it('refuses mails without the password', async () => {
  const withoutPassword = mailbox.smtpUrl.replace(/ajo:[^@]*@/, '')
  const unauthenticated = smtpTransport({ url: withoutPassword, from: 'x@example.com', publicUrl })
  expect(await unauthenticated.send({ ...verification, id: '1' })).toMatchObject({
    kind: 'sender',
    words: expect.stringContaining('530'),
  })
  expect(await mailbox.list()).toEqual([])
})

it('shows each kind of mail as HTML and text in each language', async () => {
  const html = await page('/development/mails')
  const names = [...Object.keys(mailSamples), ...Object.keys(staffMailSamples)]
  for (const name of names) expect(html).toContain(`<h2 id="${name}">`)
  const shown = html.match(/<iframe sandbox="" [^>]*srcdoc="&lt;!doctype html&gt;/g)?.length ?? 0
  expect(shown).toBeGreaterThan(2 * Object.keys(mailSamples).length)
  expect(html.match(/<pre>/g)).toHaveLength(shown)
  const { headers } = await app.request('/development/mails')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('content-security-policy')).not.toMatch(/unsafe|\*/)
})
