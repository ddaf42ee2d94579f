import { beforeEach, describe, expect, it } from 'vitest'

import { openAccountApp } from '#test/account-app.ts'
import { testDatabase } from '#test/database.ts'
import { getCodes } from '#test/mails.ts'
import { ada, as, bola, createPerson, testOrigin, visitor } from '#test/people.ts'

import { ngozi, password, signUpForm } from './person.ts'

const databases = await testDatabase()
let account: Awaited<ReturnType<typeof openAccountApp>>

beforeEach(async () => {
  await databases.empty()
  account = await openAccountApp(databases)
})

const evil = 'evil.example'
const variants: Record<string, string>[] = [
  { host: evil },
  { host: `${evil}:80` },
  { host: `localhost@${evil}` },
  { host: `localhost.${evil}` },
  { host: `localhost, ${evil}` },
  { host: `LOCALHOST.${evil}` },
  { host: 'localhost', 'x-forwarded-host': evil },
  { 'x-forwarded-host': `localhost, ${evil}` },
  { 'x-forwarded-host': `${evil}, localhost` },
  { 'x-forwarded-host': evil, 'x-forwarded-proto': 'https', 'x-forwarded-port': '443' },
  { 'x-forwarded-server': evil },
  { 'x-host': evil },
  { 'x-original-host': evil },
  { 'x-original-url': `https://${evil}/` },
  { 'x-rewrite-url': `https://${evil}/` },
  { 'x-http-host-override': evil },
  { 'x-forwarded': `host=${evil}` },
  { forwarded: `host=${evil}` },
  { forwarded: `for=127.0.0.1;host=${evil};proto=https` },
  { forwarded: `for=127.0.0.1;host="${evil}"` },
  { via: `1.1 ${evil}` },
  { referer: `https://${evil}/` },
]

describe('host header poisoning', () => {
  it('has twenty ways to say it', () => {
    expect(variants.length).toBeGreaterThanOrEqual(20)
  })

  it('leads no mail anywhere but to PUBLIC_URL: five kinds of mail, every way', async () => {
    const person = await createPerson(databases.database, ada, { password })
    await createPerson(databases.database, bola)
    for (const [number, headers] of variants.entries()) {
      const say = (path: string, body: object) =>
        as(account.app, visitor)(path, { method: 'POST', body, headers })
      await say('/api/account/reset', { email: ada.email })
      // What hashes a password takes its time.
      if (number % 4 > 0) continue
      await say('/api/account', signUpForm(password))
      await say('/api/account', signUpForm(password, { email: bola.email }))
      const moved = { ...ngozi, email: 'new@example.com', currentPassword: password }
      await as(account.app, person)('/api/account', { method: 'PATCH', body: moved, headers })
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
      expect(`${text}${html}`).not.toContain(evil)
      const links = [...`${text} ${html}`.matchAll(/https?:[^\s"<]+/g)].map(([link]) => link)
      expect(links.length).toBeGreaterThan(0)
      for (const link of links) expect(new URL(link).origin).toBe(testOrigin)
    }
  })
})
