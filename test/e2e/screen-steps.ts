import type { Page, Route } from '@playwright/test'

import { errorSentences } from '#shared/error-sentences.ts'

import { openTab } from './screen-view.ts'

export function pressButton(name: string) {
  return (page: Page) => page.getByRole('button', { name, exact: true }).click()
}

/** Narrow windows hide some content behind a button. */
export async function pressIfShown(what: ReturnType<Page['getByLabel']>) {
  if (await what.isVisible()) await what.click()
}

export function openDialog(name: string) {
  return async (page: Page) => {
    await page.getByRole('button', { name, exact: true }).first().click()
    await page.locator('dialog[open]').waitFor()
  }
}

/** Switches to Pidgin for this page only. */
export async function toPidgin(page: Page) {
  await pressButton('Pidgin')(page)
  await page.locator('html[lang=pcm]').waitFor()
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies({ name: 'language' })
}

export const answer =
  (json: unknown, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, json })
/** Not status 500, which fails every test. */
export const refuse = (code: string, fields = {}) => answer({ error: { code, fields } }, 400)

export async function signIn(page: Page, code: 'invalid-credential' | 'two-factor-code-required') {
  const asksCode = code === 'two-factor-code-required'
  const fields = asksCode ? { code: [errorSentences[code]] } : {}
  await page.route('**/api/session', (route) =>
    route.request().method() === 'POST' ? refuse(code, fields)(route) : route.continue(),
  )
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await pressButton('Proceed')(page)
  await (asksCode
    ? page.getByLabel(/^6-digit code/).waitFor()
    : page.getByText('Username or password is incorrect.').first().waitFor())
}

export async function toCheckout(page: Page) {
  await page.getByRole('textbox', { name: 'Amount' }).fill('5000')
  await page.getByLabel('Email address').fill('guest@example.org')
  await pressButton('Pay now!')(page)
  await page.getByLabel('Card number').waitFor()
}

export function toOwnThatIs(status: string) {
  return async (page: Page) => {
    const own = await page.request.get(`/api/account/campaigns?status=${status}&limit=1`)
    const { campaigns } = (await own.json()) as { campaigns: { id: string }[] }
    const [campaign] = campaigns
    if (!campaign) throw new Error(`the organiser has no campaign that is ${status}`)
    await page.goto(`/dashboard/campaign/${campaign.id}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
  }
}

export async function toTwoFactor(page: Page) {
  const uri = 'otpauth://totp/Ajo:ada?secret=JBSWY3DPEHPK3PXP&issuer=Ajo'
  await page.route('**/account/two-factor', (route) =>
    route.request().method() === 'POST'
      ? answer({ secret: 'JBSWY3DPEHPK3PXP', uri })(route)
      : route.continue(),
  )
  await openTab('Security')(page)
  await pressButton('Turn on')(page)
  const step = page.getByRole('region', { name: 'Two-step verification' })
  await step.getByLabel('Current Password').fill('a long password')
  await pressButton('Continue')(page)
  await page.getByRole('img', { name: /QR/ }).waitFor()
}

/** Ends the session for one request and restores it for the next screens. */
export async function loseSession(page: Page) {
  await openTab('Feedback')(page)
  await page.getByLabel('Your feedback').fill('This text stays.')
  const cookies = await page.context().cookies()
  await page.context().clearCookies({ name: 'session' })
  await openDialog('Submit')(page)
  await page.context().addCookies(cookies)
}
