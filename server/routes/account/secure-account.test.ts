import { beforeEach, describe, expect, it } from 'vitest'

import { freshOn } from '#test/support/people/fresh-database.ts'
import { openAccountApp, openBrowser } from '#test/support/people/account-app.ts'
import { getCodes, withOtherEnd } from '#test/support/mail/mails.ts'
import { pressLink } from '#test/support/mail/pressed-links.ts'
import {
  ada,
  createPerson,
  signInAgain,
  testOrigin,
  visitor,
  type Person,
} from '#test/support/people/people.ts'

import { createSecureAccountUrl } from '../../people/accounts/account-events.ts'

const { at: account, ...databases } = await freshOn(openAccountApp)
const { database } = databases
const password = 'mango rain 47'
const newPassword = 'harmattan kite 12'
const weekMs = 7 * 24 * 3_600_000
let person: Person

beforeEach(async () => {
  person = await createPerson(database, ada, { password })
})

const getLink = (mails: { subject: string; text: string }[], subject: string) => {
  const { text = '' } = mails.find((mail) => mail.subject === subject) ?? {}
  return /\/secure-account\/\S+/.exec(text)?.[0] ?? `no link in a mail with the subject ${subject}`
}

const press = (link: string) => pressLink(account.app, link)

const isLoggedIn = async ({ cookie }: { cookie: string }) => {
  const response = await account.app.request(`${testOrigin}/api/session`, { headers: { cookie } })
  return ((await response.json()) as { account: object | null }).account !== null
}

const listResets = async () => getCodes(await account.mailsTo(ada.email), 'resetPassword')

async function changePassword() {
  const browser = openBrowser(account.app, person)
  const change = {
    currentPassword: password,
    password: newPassword,
    confirmPassword: newPassword,
  }
  await browser.request('/api/account/password', { method: 'POST', body: change })
  const link = getLink(await account.mailsTo(ada.email), 'Your password was changed')
  return { browser, link }
}

describe('the link of a notice', () => {
  it('ends all sessions and mails a link for a new password, once', async () => {
    const { browser, link } = await changePassword()
    const thief = { cookie: browser.cookie() }
    expect(await isLoggedIn(thief)).toBe(true)
    expect(await listResets()).toEqual([])

    const response = await press(link)

    expect([response.status, response.headers.get('location')]).toEqual([303, `${link}?done`])
    expect(await isLoggedIn(thief)).toBe(false)
    expect(await listResets()).toHaveLength(1)

    const again = await signInAgain(database, person)
    expect((await press(link)).headers.get('location')).toBe(`${link}?expired`)
    expect(await isLoggedIn(again)).toBe(true)
    expect(await listResets()).toHaveLength(1)
  })

  it('works for one of 20 simultaneous requests', async () => {
    const { link } = await changePassword()
    const locations = await Promise.all(
      Array.from({ length: 20 }, async () => (await press(link)).headers.get('location')),
    )
    expect(locations.filter((location) => location === `${link}?done`)).toHaveLength(1)
    expect(await listResets()).toHaveLength(1)
  })

  it('does nothing when it is only opened, as mail programs do', async () => {
    const { browser, link } = await changePassword()
    await account.app.request(testOrigin + link)
    expect(await isLoggedIn({ cookie: browser.cookie() })).toBe(true)
  })

  it('leaves the account as it is: its password, roles and two-step verification', async () => {
    const { link } = await changePassword()
    await press(link)
    const body = { email: ada.email, password: newPassword }
    const login = await openBrowser(account.app, person).request('/api/session', {
      method: 'POST',
      body,
    })
    expect(login.status).toBe(200)
  })

  it('voids a link that would move the account to an address that a thief asked for', async () => {
    const { browser, link } = await changePassword()
    const email = 'thief@example.com'
    const body = { firstname: 'Ada', lastname: 'Obi', email, currentPassword: newPassword }
    await browser.request('/api/account', { method: 'PATCH', body })
    const [code] = getCodes(await account.mailsTo(email), 'verifyAndChangeEmail')
    await press(link)
    const applied = await openBrowser(account.app, visitor).request('/api/account/email/apply', {
      method: 'POST',
      body: { code },
    })
    expect(applied.status).toBe(400)
    expect((await account.identity.findAccount(ada.uid))?.email).toBe(ada.email)
  })

  it('works for 7 days', async () => {
    const { link } = await changePassword()
    const thief = await signInAgain(database, person)
    account.advanceClock(weekMs)
    expect((await press(link)).headers.get('location')).toBe(`${link}?expired`)
    expect(await isLoggedIn(thief)).toBe(true)
    expect(await listResets()).toEqual([])
  })

  it('in a mail to the former address ends all sessions and mails no reset to the new one', async () => {
    const { pathname: link, search } = new URL(
      createSecureAccountUrl(
        { ...account, publicUrl: testOrigin },
        { uid: person.uid, isFormerAddress: true },
      ),
    )
    expect(search).toBe('?former')
    expect((await press(link + search)).headers.get('location')).toBe(`${link}?former&done`)
    expect(await isLoggedIn(person)).toBe(false)
    expect(await listResets()).toEqual([])
  })

  it('is refused when it was changed', async () => {
    const { link } = await changePassword()
    const response = await press(withOtherEnd(link))
    expect(response.status).toBe(404)
  })
})

it('mails the former address, and not the new one, after a change of the address', async () => {
  const browser = openBrowser(account.app, person)
  const email = 'ada.obi@example.com'
  const body = { firstname: 'Ada', lastname: 'Obi', email, currentPassword: password }
  await browser.request('/api/account', { method: 'PATCH', body })
  const code = getCodes(await account.mailsTo(email), 'verifyAndChangeEmail').at(-1)
  await browser.request('/api/account/email/apply', { method: 'POST', body: { code } })

  const subject = 'Your email address was changed'
  expect(getLink(await account.mailsTo(ada.email), subject)).toMatch(/^\/secure-account\//)
  expect((await account.mailsTo(email)).map((mail) => mail.subject)).not.toContain(subject)
})
