import { describe, expect, it } from 'vitest'

import { freshOn } from '#test/support/people/fresh-database.ts'
import { openAccountApp } from '#test/support/people/account-app.ts'
import { getCodes } from '#test/support/mail/mails.ts'
import { ada, as, bola, createPerson, testOrigin, visitor } from '#test/support/people/people.ts'

import { ngozi, password, signUpForm } from './person.ts'

const { at: account, ...databases } = await freshOn(openAccountApp)

const evilHost = 'evil.example'
const variants: Record<string, string>[] = [
  { host: evilHost },
  { host: `${evilHost}:80` },
  { host: `localhost@${evilHost}` },
  { host: `localhost.${evilHost}` },
  { host: `localhost, ${evilHost}` },
  { host: `LOCALHOST.${evilHost}` },
  { host: 'localhost', 'x-forwarded-host': evilHost },
  { 'x-forwarded-host': `localhost, ${evilHost}` },
  { 'x-forwarded-host': `${evilHost}, localhost` },
  { 'x-forwarded-host': evilHost, 'x-forwarded-proto': 'https', 'x-forwarded-port': '443' },
  { 'x-forwarded-server': evilHost },
  { 'x-host': evilHost },
  { 'x-original-host': evilHost },
  { 'x-original-url': `https://${evilHost}/` },
  { 'x-rewrite-url': `https://${evilHost}/` },
  { 'x-http-host-override': evilHost },
  { 'x-forwarded': `host=${evilHost}` },
  { forwarded: `host=${evilHost}` },
  { forwarded: `for=127.0.0.1;host=${evilHost};proto=https` },
  { forwarded: `for=127.0.0.1;host="${evilHost}"` },
  { via: `1.1 ${evilHost}` },
  { referer: `https://${evilHost}/` },
]

describe('host header poisoning', () => {
  it('covers at least twenty headers', () => {
    expect(variants.length).toBeGreaterThanOrEqual(20)
  })

  it('never changes the links in five kinds of mail, which lead to PUBLIC_URL', async () => {
    const person = await createPerson(databases.database, ada, { password })
    await createPerson(databases.database, bola)
    for (const [number, headers] of variants.entries()) {
      const post = (path: string, body: object) =>
        as(account.app, visitor)(path, { method: 'POST', body, headers })
      await post('/api/account/reset', { email: ada.email })
      // Requests that hash a password are slow.
      if (number % 4 > 0) continue
      await post('/api/account', signUpForm(password))
      await post('/api/account', signUpForm(password, { email: bola.email }))
      const emailChange = { ...ngozi, email: 'new@example.com', currentPassword: password }
      await as(account.app, person)('/api/account', { method: 'PATCH', body: emailChange, headers })
    }
    const code = getCodes(await account.mailsTo(ada.email), 'resetPassword').at(-1)
    const [headers = {}] = variants.slice(-1)
    await as(account.app, visitor)('/api/account/reset/apply', {
      method: 'POST',
      body: { code, newPassword: 'harmattan kite 12', confirmPassword: 'harmattan kite 12' },
      headers,
    })

    const addresses = [ngozi.email, ada.email, bola.email, 'new@example.com']
    const mails = (await Promise.all(addresses.map(account.mailsTo))).flat()
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(5)
    expect(mails.length).toBeGreaterThan(variants.length)
    for (const { text, html } of mails) {
      expect(`${text}${html}`).not.toContain(evilHost)
      const links = [...`${text} ${html}`.matchAll(/https?:[^\s"<]+/g)].map(([link]) => link)
      expect(links.length).toBeGreaterThan(0)
      for (const link of links) expect(new URL(link).origin).toBe(testOrigin)
    }
  })
})
