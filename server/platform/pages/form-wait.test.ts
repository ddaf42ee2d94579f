import { beforeEach, describe, expect, it } from 'vitest'

import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openBuiltPages } from '#test/support/servers/built-pages.ts'
import { listMails } from '#test/support/mail/mails.ts'
import { openMoneyApp } from '#test/support/money/money-app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { ada, createPerson, testOrigin } from '#test/support/people/people.ts'
import { behindProxy, toTestAddress } from '#test/support/servers/rate-limits.ts'
import { sql } from '#server/platform/database/sql.ts'
import { challengeCosts } from '#server/platform/rate-limits/proofs.ts'

const databases = await freshDatabase()
const pages = await openBuiltPages()
const env = { RATE_LIMITS: 'on', TRUSTED_PROXIES: behindProxy.trustedProxies.join(',') }
let money: Awaited<ReturnType<typeof openMoneyApp>>
let slug = ''
let campaign = ''

beforeEach(async () => {
  await pages.cache.purge()
  money = await openMoneyApp({ ...databases, pages, env })
  await createPerson(databases.database, ada)
  ;({ slug, id: campaign } = await insertCampaignBy(money.content, ada, 'approved'))
})

type Fields = Record<string, string>

/** Sends a form as a browser without script does. */
async function submit(path: string, fields: Fields, from = '192.0.2.7') {
  const response = await money.app.request(testOrigin + path, {
    method: 'POST',
    headers: {
      origin: testOrigin,
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': from,
    },
    body: new URLSearchParams(fields).toString(),
  })
  return { response, html: await response.text() }
}

let number = 0
const donation = (): Fields => ({
  campaign,
  amount: '2,500',
  email: `donor${++number}@example.com`,
  message: 'For the <well>',
  idempotencyKey: crypto.randomUUID(),
})
const donate = (fields: Fields, from?: string) => submit(`/c/${slug}/donate`, fields, from)

const readHidden = (html: string): Fields =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )

/** Donates until the network's limit asks for a wait. */
async function donateUntilWait() {
  for (let count = 0; count < 5; count++)
    expect((await donate(donation())).response.status).toBe(303)
  return donate(donation())
}

describe('a form without script over a limit', () => {
  it('gets a page without scripts that keeps the form and says how long to wait', async () => {
    const { response, html } = await donateUntilWait()
    expect(response.status).toBe(429)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('retry-after')).toBe(String(challengeCosts.waitSeconds.least))
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(html).toContain('Please wait 10 seconds')
    expect(html).not.toContain('<script')
    expect(html).not.toContain('For the')
    expect(Object.keys(readHidden(html))).toEqual(['challenge', 'form'])
  })

  it('starts the donation as it was typed when the wait is over', async () => {
    const { html } = await donateUntilWait()
    money.pass(challengeCosts.waitSeconds.least * 1_000)
    const { response } = await donate(readHidden(html))
    expect(response.status).toBe(303)
    expect(money.provider.started).toHaveLength(6)
    expect(money.provider.started.at(-1)?.email).toBe(`donor${number}@example.com`)
    // It holds the address, and the code that opens the donation.
    const cookies = response.headers.getSetCookie()
    expect(cookies.find((cookie) => cookie.startsWith('donation='))).toContain('; HttpOnly')
  })

  it('shows the rest of the wait when it is sent too early, and counts nothing', async () => {
    const { html } = await donateUntilWait()
    money.pass(4_000)
    const early = await donate(readHidden(html))
    expect(early.response.status).toBe(429)
    expect(early.html).toContain('Please wait 6 seconds')
    money.pass(6_000)
    expect((await donate(readHidden(early.html))).response.status).toBe(303)
  })

  it('passes once: a second donation waits again', async () => {
    const { html } = await donateUntilWait()
    money.pass(challengeCosts.waitSeconds.least * 1_000)
    await donate(readHidden(html))
    const { form: _, ...seed } = readHidden(html)
    expect((await donate({ ...donation(), ...seed })).response.status).toBe(429)
    expect((await donate(readHidden(html))).response.status).toBe(429)
  })

  it('cannot be made to send a form that the server did not keep for this page', async () => {
    const { html } = await donateUntilWait()
    money.pass(challengeCosts.waitSeconds.least * 1_000)
    const hidden = readHidden(html)
    const forged = { ...hidden, form: Buffer.from(hidden['form'] ?? '').toString('base64url') }
    expect((await donate(forged)).response.status).toBe(422)
    expect((await submit('/login', hidden)).html).toContain('<form')
    expect(money.provider.started).toHaveLength(5)
  })

  it('asks for the mailed code where only that is enough, and goes on with it', async () => {
    for (let count = 0; count < 41; count++) {
      money.pass(60_000)
      await donate(donation(), toTestAddress(count))
    }
    const started = money.provider.started.length
    const fields = donation()
    const first = await donate(fields, toTestAddress(900))
    expect(first.response.status).toBe(429)
    money.pass(challengeCosts.waitSeconds.least * 1_000)
    const asked = await donate(readHidden(first.html), toTestAddress(900))
    expect(asked.html).toContain('name="emailCode"')
    expect(asked.html).toContain('For the &lt;well&gt;')
    const rows = await listMails(databases.owner, fields['email'])
    const [emailCode = ''] = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(JSON.stringify(rows)) ?? []
    const { response } = await donate({ ...fields, emailCode }, toTestAddress(900))
    expect(response.status).toBe(303)
    expect(money.provider.started).toHaveLength(started + 1)
  })
})

it('limits forms to pages, also those that never reach the API', async () => {
  const post = () => submit('/c/nothing/donate', { amount: '' })
  for (let count = 0; count < 60; count++) expect((await post()).response.status).not.toBe(429)
  const { response, html } = await post()
  expect(response.status).toBe(429)
  money.pass(challengeCosts.waitSeconds.least * 1_000)
  expect((await submit('/c/nothing/donate', readHidden(html))).response.status).not.toBe(429)
})

describe('a page that one network asks for too often', () => {
  const open = (headers: Record<string, string> = {}) =>
    money.app.request(`${testOrigin}/my-donations`, {
      headers: { accept: 'text/html', 'x-forwarded-for': '192.0.2.8', ...headers },
    })

  it('is a document that loads itself again, and never JSON', async () => {
    const openMany = () => Promise.all(Array.from({ length: 61 }, async () => open()))
    await openMany()
    // The whole limit is used, and its window ends in a second.
    await databases.database.run(
      sql`update rate_limit_counter set count = 300, ends_at = ends_at - interval '9 seconds'`,
    )
    const refused = (await openMany()).find(({ status }) => status === 429) ?? new Response()
    expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(refused.headers.get('refresh')).toBe(refused.headers.get('retry-after'))
    expect(await refused.text()).toContain('This page opens by itself in')
  })
})
