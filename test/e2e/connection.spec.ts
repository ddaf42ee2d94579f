import { randomUUID } from 'node:crypto'

import type { Page } from '@playwright/test'

import { bringDraft, fillContact, fillSignUp, openWizard } from './forms.ts'
import { layoutShift, noShift, watchLayout } from './layout-shift.ts'
import {
  waitForMail,
  goodCard,
  listMails,
  payWithCard,
  publicCampaign,
  signIn,
  untilHydrated,
} from './steps.ts'
import { addTwoPages, sampleWord } from './story-campaign.ts'
import { expect, test } from './story.ts'

test.use({ losesRequests: true })

const mark = randomUUID().slice(0, 8)
const offline = 'You seem to be offline. Check your connection and try again.'

test('signs up once on slow 3G with a lost response', { tag: '@long' }, async ({ person }) => {
  const page = await person()
  const email = `ada.${mark}@example.org`
  const password = `slow but sure ${mark}`
  await page.goto('/signup')
  await page.waitForLoadState('networkidle')
  await slowDown(page)
  const responses = await loseFirstResponse(page, 'POST', /\/api\/account$/)
  await fillSignUp(page, { email, password })
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect(page.getByText(offline).first()).toBeVisible()
  expect(responses).toHaveLength(1)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect(page).toHaveURL(/\/email-verification$/)
  await waitForMail(page, email, /confirm|verify/i)
  expect((await listMails(page)).filter(({ to }) => to === email)).toHaveLength(1)
})

test(
  'saves and submits a campaign once on slow 3G with lost responses',
  { tag: '@long' },
  async ({ ajo, person }) => {
    const page = await person()
    const title = `A well at the end of the line ${mark}`
    await signIn(page, ajo, 'owner')
    await bringDraft(page, title)
    await openWizard(page)
    await slowDown(page)

    await test.step('saves the draft although the first response is lost', async () => {
      const responses = await loseFirstResponse(page, 'PUT', /\/api\/draft$/)
      await fillContact(page)
      await expect(page.getByText(/^Couldn’t save yet/)).toBeVisible()
      await expect(page.getByText('Draft saved')).toBeVisible()
      expect(responses.length).toBeGreaterThan(1)
    })
    await test.step('creates one campaign from two submissions', async () => {
      const responses = await loseFirstResponse(page, 'POST', /\/api\/campaigns$/)
      await confirmSubmission(page)
      await expect(page.getByText(offline).first()).toBeVisible()
      expect(responses).toHaveLength(1)
      await expect(page.getByLabel('Account Number')).toHaveValue('0123456789')
      await confirmSubmission(page)
      await expect(page).toHaveURL(/\/dashboard\/profile$/)
      await expect(page.getByRole('article').filter({ hasText: title })).toHaveCount(1)
    })
  },
)

test('charges a guest and a member once on slow 3G with lost responses', async ({
  ajo,
  person,
}) => {
  const guest = await person()
  const { address, id } = await publicCampaign(guest)
  await test.step('a guest', async () => {
    await guest.goto(`${address}/donate`)
    await guest.waitForLoadState('networkidle')
    await slowDown(guest)
    await guest.getByLabel('Email address').fill(`guest.${mark}@example.org`)
    await donateWithLostResponse(guest, async () => {
      await expect(guest.getByRole('heading', { name: 'No answer from Ajo yet' })).toBeVisible()
      await guest.getByRole('button', { name: /^Send ₦1,234 for / }).click()
    })
    await expect(
      guest.getByRole('heading', { name: 'Thank you! Your donation went through.' }),
    ).toBeVisible()
  })
  await test.step('a member', async () => {
    const member = await person()
    await signIn(member, ajo, 'donor')
    await member.goto(`/dashboard/campaign/${id}/donate`)
    await member.getByRole('button', { name: 'Pay now!' }).waitFor()
    await slowDown(member)
    await donateWithLostResponse(member, async () => {
      await expect(member.getByRole('alert')).toContainText(offline)
      await expect(member.getByRole('textbox', { name: 'Amount' })).toHaveValue('1,234')
      await member.getByRole('button', { name: 'Pay now!' }).click()
    })
    await expect(
      member.getByText(/^Thank you! Your ₦1,234 donation to .* went through\.$/),
    ).toBeVisible()
  })
})

test('shows that the browser is offline and continues when it reconnects', async ({
  ajo,
  person,
}) => {
  const page = await person()
  const context = page.context()
  await signIn(page, ajo, 'owner')
  await bringDraft(page, `An offline draft ${mark}`)
  await openWizard(page)
  const status = page.getByRole('status')

  await test.step('saves the draft after reconnecting', async () => {
    await context.setOffline(true)
    await expect(status.filter({ hasText: /^You’re offline/ })).toBeVisible()
    await page.getByLabel('Phone Number').fill('0803 111 2222')
    await expect(page.getByText(/^Couldn’t save yet/)).toBeVisible()
    await context.setOffline(false)
    await expect(status.filter({ hasText: 'You’re back online.' })).toBeVisible()
    await expect(page.getByText('Draft saved')).toBeVisible()
  })
  await test.step('keeps the input on a reload right after typing', async () => {
    await page.getByLabel('Phone Number').fill('0803 333 4444')
    await page.reload()
    await expect(page.getByLabel('Phone Number')).toHaveValue('0803 333 4444')
  })
  await test.step('retries a chunk that failed to load', async () => {
    let lost = 0
    await page.route(/\/assets\/transactions-.*\.js$/, (route) =>
      ++lost === 1 ? route.abort('connectionreset') : route.fallback(),
    )
    await page.getByRole('link', { name: 'Transactions' }).click()
    await expect(page.getByRole('heading', { name: 'Transactions', level: 1 })).toBeVisible()
    expect(lost).toBe(2)
  })
  await test.step('loads a list after reconnecting', async () => {
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(status.filter({ hasText: /^You’re offline/ })).toBeVisible()
    await context.setOffline(false)
    await expect(page).toHaveURL(/\/dashboard\/profile$/)
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

test('a form whose script does not arrive says so, keeps what was typed, and is sent once it arrives', async ({
  ajo,
  person,
}) => {
  const page = await person({ viewport: { width: 360, height: 740 } })
  const scripts = /\/assets\/(?:login\.data|signed-in-schemas)-.*\.js$/
  let isLost = true
  await page.route(scripts, (route) => (isLost ? route.abort('connectionreset') : route.fallback()))

  await test.step('a form that an action handles', async () => {
    const { email, password } = ajo.person('donor')
    await page.goto('/login')
    await untilHydrated(page.getByLabel('Email'))
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Proceed' }).click()
    await expect(page.getByText(offline).first()).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
    isLost = false
    await page.getByRole('button', { name: 'Proceed' }).click()
    await expect(page).toHaveURL(/\/dashboard\/overview$/)
  })
  await test.step('a form that its screen sends', async () => {
    isLost = true
    await page.goto('/dashboard/settings')
    await page.getByRole('tab', { name: 'Feedback' }).click()
    const words = page.getByRole('textbox')
    await words.fill(`Clear and quick ${mark}`)
    const send = page.getByRole('button', { name: 'Submit' })
    await send.click()
    await expect(send).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByText(offline).first()).toBeVisible()
    await expect(words).toHaveValue(`Clear and quick ${mark}`)
    isLost = false
    await send.click()
    await expect(words).toHaveValue('')
  })
})

test('back and forward keep filters, pages and scroll position', async ({ ajo, person }) => {
  await addTwoPages(ajo, `A bench for ${mark}`)
  const page = await person({ reducedMotion: 'reduce' })
  const next = page.getByRole('link', { name: 'Next page' })
  await page.goto(`/dashboard/campaigns?q=${sampleWord}`, { waitUntil: 'networkidle' })
  await next.scrollIntoViewIfNeeded()
  const openedPosition = await scrollPosition(page)
  await next.click()
  await expect(page.getByRole('link', { name: 'Back to the first page' })).toBeVisible()
  await page.goBack()
  await expect.poll(() => scrollPosition(page)).toBe(openedPosition)

  // Donations of other stories do not change this order.
  await page.getByLabel('Sort by').selectOption('ending')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/sort=/)
  // The address changes before the list does.
  await expect(next).toHaveAttribute('href', /sort=/)
  await next.scrollIntoViewIfNeeded()
  const firstPosition = await scrollPosition(page)
  await next.click()
  await expect(page.getByRole('link', { name: 'Back to the first page' })).toBeVisible()
  const second = page.getByRole('link', { name: /^View Project: / }).first()
  await second.scrollIntoViewIfNeeded()
  const secondPosition = await scrollPosition(page)
  await slowDown(page)
  await second.click()
  await expect(page).toHaveURL(/\/dashboard\/campaign\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL(/after=/)
  await expect.poll(() => scrollPosition(page)).toBe(secondPosition)
  await page.goBack()
  await expect(page).not.toHaveURL(/after=/)
  await expect(page.getByLabel('Sort by')).toHaveValue('ending')
  await expect.poll(() => scrollPosition(page)).toBe(firstPosition)
  await page.goForward()
  await expect.poll(() => scrollPosition(page)).toBe(secondPosition)
  expect(firstPosition).toBeGreaterThan(400)
})

test('pages do not shift while they load slowly', { tag: '@long' }, async ({ person }) => {
  const page = await person({ extraHTTPHeaders: { 'accept-encoding': 'identity' } })
  const addresses = ['/', '/signup', '/verify/unknown', '/nope']
  // Shared assets are cached before the measurement.
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

/** Drops the response of the first matching request after the server has handled it. Returns all responses. */
async function loseFirstResponse(page: Page, method: string, address: RegExp) {
  const responses: unknown[] = []
  await page.route(address, async (route) => {
    const request = route.request()
    if (request.method() !== method) return route.fallback()
    const response = await route.fetch({ headers: await request.allHeaders() })
    responses.push(await response.json())
    return responses.length === 1 ? route.abort('connectionreset') : route.fulfill({ response })
  })
  return responses
}

async function confirmSubmission(page: Page) {
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
}

async function donateWithLostResponse(page: Page, sendAgain: () => Promise<void>) {
  const responses = await loseFirstResponse(page, 'POST', /\/api\/campaigns\/[^/]+\/donations$/)
  await page.getByRole('textbox', { name: 'Amount' }).fill('1234')
  await page.getByRole('button', { name: 'Pay now!' }).click()
  await sendAgain()
  await payWithCard(page, goodCard)
  expect(responses[1]).toEqual(responses[0])
}

const scrollPosition = (page: Page) => page.evaluate<number>('Math.round(scrollY)')
