import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { violations } from './accessible.ts'
import { freePort, startAjo, type Ajo } from './ajo.ts'
import { goodCard, payWithCard, publicCampaign, signIn } from './steps.ts'
import { expect, test } from './story.ts'
import { withDatabase } from './story-campaign.ts'

test.use({ losesRequests: true })

// A browser without a connection does not always know it.
const saved = /is saved on this device/
const newEmail = () => `offline.${randomUUID().slice(0, 8)}@example.org`
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const pay = (page: Page) => page.getByRole('button', { name: 'Pay now!' })

/** Opens a campaign and waits until the browser has stored its copy. */
async function copyCampaign(page: Page) {
  const campaign = await publicCampaign(page)
  await page.goto(campaign.address)
  await expect.poll(() => listCopies(page), { timeout: 60_000 }).toContain(campaign.address)
  return campaign
}

const listCopies = (page: Page) =>
  page.evaluate<string[]>(`caches
    .open('campaign-copies')
    .then((documents) => documents.keys())
    .then((requests) => requests.map(({ url }) => new URL(url).pathname))`)

async function fill(page: Page, email: string, amount = '2500') {
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await page.getByLabel('Email address').fill(email)
}

/** Donations of this amount in kobo, which only one story uses. */
const countDonations = (ajo: Ajo, amount: number) =>
  withDatabase(ajo, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from donation where amount_kobo = $1',
      [amount],
    )
    return rows[0]?.count
  })

test('reads a campaign without a connection, and sends a donation once that was started there', async ({
  ajo,
  person,
}) => {
  const page = await person({ viewport: { width: 360, height: 740 } })
  const context = page.context()
  const { address } = await copyCampaign(page)
  const title = await heading(page).innerText()

  // The copy must bring its own files.
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await context.setOffline(true)
  await page.goto(address)
  await expect(heading(page)).toHaveText(title)
  await expect(page.getByText(/^You are offline\. This is a copy of the page from/)).toBeVisible()
  await page.goto(`${address}/donate`)
  await expect(page.getByText(/^You are offline\. This is a copy/)).toBeVisible()
  await fill(page, newEmail(), '2501')
  await pay(page).click()
  await expect(page.getByText(saved)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused()

  await context.setOffline(false)
  await payWithCard(page, goodCard)
  await expect(
    page.getByRole('heading', { name: 'Thank you! Your donation went through.' }),
  ).toBeVisible()
  expect(await countDonations(ajo, 250_100)).toBe(1)
  expect(await page.evaluate("localStorage.getItem('saved-donation')")).toBeNull()

  await test.step('lists the stored campaigns in place of a public page that is not stored', async () => {
    await devtools.send('Network.clearBrowserCache')
    await context.setOffline(true)
    await page.goto('/campaigns')
    await expect(heading(page)).toHaveText('No connection')
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: title }).click()
    await expect(heading(page)).toHaveText(title)
    expect(new URL(page.url()).pathname).toBe(address)
    await page.goBack()
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('Browse campaigns')
    expect(new URL(page.url()).pathname).toBe('/campaigns')
  })
})

test('loses nothing that was typed when a waiting donation is cancelled, and sends it not', async ({
  ajo,
  person,
}) => {
  const page = await person()
  const context = page.context()
  const { address } = await copyCampaign(page)
  const email = newEmail()
  await context.setOffline(true)
  await page.goto(`${address}/donate`)
  await fill(page, email, '2502')
  await page.getByLabel('Your name (optional)').fill('Ngozi')
  await page.getByText('How you appear').click()
  await page.getByLabel('Show my name').check()
  await pay(page).click()
  await expect(page.getByText(saved)).toBeVisible()

  await page.goto(address)
  await page.getByRole('link', { name: 'Open it' }).click()
  await expect(page.getByText(saved)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel and change it' }).click()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('2,502')
  await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
  await expect(page.getByLabel('Email address')).toHaveValue(email)
  await expect(page.getByLabel('Your name (optional)')).toHaveValue('Ngozi')
  await expect(page.getByLabel('Show my name')).toBeChecked()
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('2,502')
  await expect(page.getByText(saved)).toBeHidden()
  expect(await countDonations(ajo, 250_200)).toBe(0)
})

test('the next guest is not shown what another typed, and sends nothing without a press', async ({
  ajo,
  person,
}) => {
  const one = await person()
  const context = one.context()
  const { address } = await copyCampaign(one)
  await one.goto(`${address}/donate`, { waitUntil: 'networkidle' })
  await fill(one, 'someone.else@example.org', '2504')
  await context.setOffline(true)
  await pay(one).click()
  await expect(one.getByText(saved)).toBeVisible()
  await one.close()

  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto(`${address}/donate`, { waitUntil: 'networkidle' })
  const button = next.getByRole('button', { name: 'Send ₦2,504 for s…@example.org' })
  await expect(button).toBeVisible()
  expect(await next.content()).not.toContain('someone.else')
  await next.reload({ waitUntil: 'networkidle' })
  await next.getByRole('button', { name: 'This is not mine: delete it' }).click()
  await expect(next.getByLabel('Email address')).toHaveValue('')
  expect(await countDonations(ajo, 250_400)).toBe(0)

  await signIn(next, ajo, 'donor')
  await next.goto(`${address}/donate`)
  await expect(next.getByLabel('Email address')).toHaveValue(ajo.person('donor').email)
})

test('two tabs and a lost response send a waiting donation once', async ({ ajo, person }) => {
  const one = await person()
  const context = one.context()
  const { address } = await copyCampaign(one)
  const keys: string[] = []
  let lost = 0
  await context.route(/\/api\/campaigns\/[^/]+\/donations$/, async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    const response = await route.fetch()
    return ++lost === 1 ? route.abort('connectionreset') : route.fulfill({ response })
  })
  await one.goto(`${address}/donate`, { waitUntil: 'networkidle' })
  await fill(one, newEmail(), '2503')
  await pay(one).click()
  await expect(one.getByRole('heading', { name: 'No answer from Ajo yet' })).toBeVisible()

  const other = await context.newPage()
  await other.goto(`${address}/donate`)
  const send = other.getByRole('button', { name: 'Send ₦2,503 for o…@example.org' })
  const checkout = (page: Page) => page.getByLabel('Card number')
  await expect(send.or(pay(other))).toBeVisible()
  if (await send.isVisible()) await send.click()
  await expect(checkout(one).or(pay(one))).toBeVisible()
  await expect(checkout(other).or(pay(other))).toBeVisible()
  expect(await checkout(one).isVisible()).not.toBe(await checkout(other).isVisible())
  expect(new Set(keys).size).toBe(1)
  expect(await countDonations(ajo, 250_300)).toBe(1)
})

test('copies show nothing of a person, and give each donation a key of its own', async ({
  ajo,
  person,
}) => {
  const page = await person()
  const context = page.context()
  const email = newEmail()
  const { address } = await publicCampaign(page)
  await page.goto(`${address}/donate`, { waitUntil: 'networkidle' })
  await fill(page, email)
  await page.goto(address)
  await expect
    .poll(() => listCopies(page), { timeout: 60_000 })
    .toEqual(['/offline', `${address}/donate`, address])
  await context.setOffline(true)
  const readKey = () => page.locator('input[name=idempotencyKey]').inputValue()
  await page.goto(`${address}/donate`)
  const first = await readKey()
  expect(await page.content()).not.toContain(email)
  await page.reload()
  expect(await readKey()).not.toBe(first)

  await context.setOffline(false)
  await signIn(page, ajo, 'donor')
  await page.goto(address, { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await page.goto(address)
  const { email: own } = ajo.person('donor')
  expect(await page.content()).not.toContain(own)
})

test('a copy that was made in another language is replaced, and at most ten campaigns stay', async ({
  person,
}) => {
  const page = await person()
  const { address } = await copyCampaign(page)
  await chooseLanguage(page, 'pcm')
  await page.goto(address)
  await expect.poll(() => readLanguage(page, address)).toBe('pcm')

  await addCopies(page)
  await chooseLanguage(page, 'en')
  await page.goto(address)
  await expect.poll(async () => (await listCopies(page)).length).toBe(21)
  expect(await listCopies(page)).toContain(address)
})

test(
  'stores copies behind a CDN in another language, and OFFLINE_COPIES=off removes them and the worker at the next visit',
  { tag: '@long' },
  async ({ browser }) => {
    const port = String(await freePort())
    const dataDir = await mkdtemp(join(tmpdir(), 'ajo-e2e-'))
    const start = (env: Record<string, string>) =>
      startAjo({ env: { ...env, PORT: port }, dataDir, template: process.env.AJO_DATA })
    const cdn = { PURGE_URL: 'http://127.0.0.1:9/', PURGE_TOKEN: 'token-of-the-cache-in-front' }
    const before = await start(cdn)
    await using context = await browser.newContext({ baseURL: before.url })
    const page = await context.newPage()
    await page.goto('/')
    await chooseLanguage(page, 'pcm')
    const { address } = await copyCampaign(page)
    await before.stop()

    await using _after = await start({ OFFLINE_COPIES: 'off' })
    await page.goto(address)
    await expect
      .poll(() =>
        page.evaluate(
          `Promise.all([
          navigator.serviceWorker.getRegistrations().then(({ length }) => length),
          caches.keys(),
        ])`,
        ),
      )
      .toEqual([0, []])
  },
)

async function chooseLanguage(page: Page, language: string) {
  const headers = { origin: new URL(page.url()).origin }
  const answer = await page.request.post('/language', { form: { language }, headers })
  expect(answer.ok()).toBe(true)
}

const readLanguage = (page: Page, path: string) =>
  page.evaluate<string>(`caches
    .open('campaign-copies')
    .then((documents) => documents.match('${path}'))
    .then((copy) => copy?.headers.get('ajo-language'))`)

/** Twelve other campaigns, of which the first was opened last. */
async function addCopies(page: Page) {
  await page.evaluate(`(async () => {
    const documents = await caches.open('campaign-copies')
    for (let index = 0; index < 12; index++)
      for (const path of ['/c/other-' + index, '/c/other-' + index + '/donate']) {
        const headers = { 'ajo-copied-at': String(Date.now() - (index + 1) * 60_000) }
        await documents.put(path, new Response('', { headers }))
      }
  })()`)
}
