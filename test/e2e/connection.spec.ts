import { randomUUID } from 'node:crypto'

import type { Page } from '@playwright/test'

import { bringDraft, fillContact, fillSignUp, openWizard } from './forms.ts'
import { layoutShift, noShift, watchLayout } from './layout-shift.ts'
import { goodCard, openNewestMail, payWithCard, publicCampaign, signIn } from './steps.ts'
import { expect, test } from './story.ts'

test.use({ losesRequests: true })

const mark = randomUUID().slice(0, 8)
const offline = 'You seem to be offline. Please check your connection and try again.'

test('on slow 3G with lost requests a person signs up once, and loses nothing', async ({
  person,
}) => {
  const page = await person()
  const email = `ada.${mark}@example.org`
  const password = `slow but sure ${mark}`
  await page.goto('/signup')
  await page.waitForLoadState('networkidle')
  await slowDown(page)
  const answers = await loseAnswer(page, 'POST', /\/api\/account$/)
  await fillSignUp(page, { email, password })
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect(page.getByText(offline)).toBeVisible()
  expect(answers).toHaveLength(1)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect(page).toHaveURL(/\/email-verification$/)
  await openNewestMail(page, email, /confirm|verify/i)
  await page.goto('/development/mailbox')
  await expect(page.getByRole('listitem').filter({ hasText: email })).toHaveCount(1)
})

test('on slow 3G with lost requests a campaign is saved, and sent once', async ({
  ajo,
  person,
}) => {
  const page = await person()
  const title = `A well at the end of the line ${mark}`
  await signIn(page, ajo, 'owner')
  await bringDraft(page, title)
  await openWizard(page)
  await slowDown(page)

  await test.step('the draft is saved although the first try is lost', async () => {
    const answers = await loseAnswer(page, 'PUT', /\/api\/draft$/)
    await fillContact(page)
    await expect(page.getByText(/^The draft could not be saved yet/)).toBeVisible()
    await expect(page.getByText('Draft saved')).toBeVisible()
    expect(answers.length).toBeGreaterThan(1)
  })
  await test.step('the campaign is sent twice and made once', async () => {
    const answers = await loseAnswer(page, 'POST', /\/api\/campaigns$/)
    await confirmSubmission(page)
    await expect(page.getByText(offline)).toBeVisible()
    expect(answers).toHaveLength(1)
    await expect(page.getByLabel('Account Number')).toHaveValue('0123456789')
    await confirmSubmission(page)
    await expect(page).toHaveURL(/\/dashboard\/profile$/)
    await expect(page.getByRole('article').filter({ hasText: title })).toHaveCount(1)
  })
})

test('on slow 3G with lost requests a guest and a member give once', async ({ ajo, person }) => {
  const guest = await person()
  const { address, id } = await publicCampaign(guest)
  await test.step('a guest', async () => {
    await guest.goto(`${address}/donate`)
    await guest.waitForLoadState('networkidle')
    await slowDown(guest)
    await guest.getByLabel('Email address').fill(`guest.${mark}@example.org`)
    await giveOverBadLine(guest)
    await expect(
      guest.getByRole('heading', { name: 'Thank you! Your gift has arrived.' }),
    ).toBeVisible()
  })
  await test.step('a member', async () => {
    const member = await person()
    await signIn(member, ajo, 'donor')
    await member.goto(`/dashboard/campaign/${id}/donate`)
    await member.getByRole('button', { name: 'Pay now!' }).waitFor()
    await slowDown(member)
    await giveOverBadLine(member)
    await expect(
      member.getByText(/^Thank you! Your ₦1,234.00 for “.*” has arrived\.$/),
    ).toBeVisible()
  })
})

test('whoever goes offline is told, and goes on when the line is back', async ({ ajo, person }) => {
  const page = await person()
  const line = page.context()
  await signIn(page, ajo, 'owner')
  await bringDraft(page, `A draft without a line ${mark}`)
  await openWizard(page)
  const status = page.getByRole('status')

  await test.step('the draft waits for the line', async () => {
    await line.setOffline(true)
    await expect(status.filter({ hasText: /^You are offline/ })).toBeVisible()
    await page.getByLabel('Phone Number').fill('0803 111 2222')
    await expect(page.getByText(/^The draft could not be saved yet/)).toBeVisible()
    await line.setOffline(false)
    await expect(status.filter({ hasText: 'You are connected again.' })).toBeVisible()
    await expect(page.getByText('Draft saved')).toBeVisible()
  })
  await test.step('a reload in the second after the last key loses nothing', async () => {
    await page.getByLabel('Phone Number').fill('0803 333 4444')
    await page.reload()
    await expect(page.getByLabel('Phone Number')).toHaveValue('0803 333 4444')
  })
  await test.step('a screen whose code is lost once opens all the same', async () => {
    let lost = 0
    await page.route(/\/assets\/transactions-.*\.js$/, (route) =>
      ++lost === 1 ? route.abort('connectionreset') : route.fallback(),
    )
    await page.getByRole('link', { name: 'Transactions' }).click()
    await expect(page.getByRole('heading', { name: 'Transactions', level: 1 })).toBeVisible()
    expect(lost).toBe(2)
  })
  await test.step('a list asked for without a line is there when the line is', async () => {
    await line.setOffline(true)
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(status.filter({ hasText: /^You are offline/ })).toBeVisible()
    await line.setOffline(false)
    await expect(page).toHaveURL(/\/dashboard\/profile$/)
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

test('back and forward keep filters, pages and the place on the page', async ({ person }) => {
  const page = await person({ reducedMotion: 'reduce' })
  await page.goto('/dashboard/campaigns')
  await page.getByLabel('Sort by').selectOption('most-funded')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/sort=/)
  const next = page.getByRole('link', { name: 'Next page' })
  await next.scrollIntoViewIfNeeded()
  const firstPlace = await placeOf(page)
  await next.click()
  await expect(page).toHaveURL(/after=/)
  const second = page.getByRole('link', { name: /^View Project: / }).first()
  await second.scrollIntoViewIfNeeded()
  const secondPlace = await placeOf(page)
  await slowDown(page)
  await second.click()
  await expect(page).toHaveURL(/\/dashboard\/campaign\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL(/after=/)
  await expect.poll(() => placeOf(page)).toBe(secondPlace)
  await page.goBack()
  await expect(page).not.toHaveURL(/after=/)
  await expect(page.getByLabel('Sort by')).toHaveValue('most-funded')
  await expect.poll(() => placeOf(page)).toBe(firstPlace)
  await page.goForward()
  await expect.poll(() => placeOf(page)).toBe(secondPlace)
  expect(firstPlace).toBeGreaterThan(400)
})

test('pages stand still while they arrive bit by bit', async ({ person }) => {
  const page = await person({ extraHTTPHeaders: { 'accept-encoding': 'identity' } })
  const addresses = ['/', '/signup', '/verify/unknown', '/nope']
  // What pages share is there; what differs is in the document.
  for (const address of addresses) await page.goto(address, { waitUntil: 'networkidle' })
  await watchLayout(page)
  await slowDown(page, 20_000)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const address of addresses) {
      await page.goto(address, { waitUntil: 'networkidle' })
      expect.soft(await layoutShift(page), `${address} at ${width}`).toEqual(noShift)
    }
  }
})

async function slowDown(page: Page, bytesPerSecond = 50_000) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}

/** The first such request reaches the server, and its answer nobody. What the server answered, then and later. */
async function loseAnswer(page: Page, method: string, address: RegExp) {
  const answers: unknown[] = []
  await page.route(address, async (route) => {
    const request = route.request()
    if (request.method() !== method) return route.fallback()
    const response = await route.fetch({ headers: await request.allHeaders() })
    answers.push(await response.json())
    return answers.length === 1 ? route.abort('connectionreset') : route.fulfill({ response })
  })
  return answers
}

async function confirmSubmission(page: Page) {
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
}

async function giveOverBadLine(page: Page) {
  const answers = await loseAnswer(page, 'POST', /\/api\/campaigns\/[^/]+\/donations$/)
  await page.getByRole('textbox', { name: 'Amount' }).fill('1234')
  await page.getByRole('button', { name: 'Pay now!' }).click()
  await expect(page.getByRole('alert')).toContainText(offline)
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('1,234')
  await page.getByRole('button', { name: 'Pay now!' }).click()
  await payWithCard(page, goodCard)
  expect(answers[1]).toEqual(answers[0])
}

const placeOf = (page: Page) => page.evaluate<number>('Math.round(scrollY)')
