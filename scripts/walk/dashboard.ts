import type { Page } from '@playwright/test'

import type { Person } from './sign-up.ts'
import { arrive, become, logIn, see, type Walk } from './walk.ts'

const entries = ['Dashboard', 'Campaigns', 'Transactions', 'Profile', 'Settings']

/** Specification §2: dashboard routes and layout. */
export async function walkDashboard(walk: Walk, person: Person) {
  await walkAsVisitor(walk)
  const page = await walk.newPage()
  await logIn(page, person)
  await arrive(page, /^\/dashboard/)
  await walkLayout(walk, page)
  await page.context().close()
}

async function walkAsVisitor({ begin, check, newPage }: Walk) {
  begin('§2, §6 Dashboard as a visitor')
  const page = await newPage()
  for (const path of ['campaigns/create', 'transactions', 'settings', 'profile'])
    await check(`/dashboard/${path} redirects to /login`, async () => {
      await page.goto(`/dashboard/${path}`)
      await arrive(page, /^\/login/)
    })
  await page.context().clearCookies()
  await page.goto('/dashboard/overview', { waitUntil: 'networkidle' })
  await check("'Get an overview of your account!'", () =>
    see(page, 'Get an overview of your account!'),
  )
  for (const label of ['Total Donations', 'Total Donors', 'Total Campaigns'])
    await check(`card '${label}'`, () => see(page, label))
  const ongoing = page.getByRole('region', { name: 'On-going Campaigns' })
  await check("'On-going Campaigns' lists 3", () =>
    become(() => ongoing.getByRole('listitem').count(), 3),
  )
  await check('it has a count', () => see(ongoing, /\d+ campaigns?/))
  await check('each leads to its detail', async () => {
    await ongoing.getByRole('link').first().click()
    await arrive(page, /^\/dashboard\/campaign\/[^/]+$/)
  })
  await page.goto('/dashboard/overview')
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Campaigns', exact: true })
    .click()
  await check("'Campaigns' with cards", async () => {
    await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor()
    await page.getByRole('article').first().waitFor()
  })
  await check("'Create Campaign' leads to /dashboard/campaigns/create", async () => {
    const link = page.getByRole('link', { name: 'Create Campaign' }).first()
    await become(() => link.getAttribute('href'), '/dashboard/campaigns/create')
  })
  await page.goto('/dashboard/campaigns?q=zzzzqqqqxxxx')
  await check("'No Campaigns Available'", () => see(page, 'No Campaigns Available', false))
  await page.goto('/dashboard/nothing-here')
  for (const text of ['Something went wrong.', "Sorry, we can't find the page you're looking for."])
    await check(`'${text}'`, () => see(page, text))
  await check("'Go home' leads to /dashboard/overview", async () => {
    await page.getByRole('link', { name: 'Go home' }).click()
    await arrive(page, '/dashboard/overview')
  })
  await page.context().close()
}

async function walkLayout({ begin, check }: Walk, page: Page) {
  begin('§2 Dashboard layout')
  await page.goto('/dashboard/overview', { waitUntil: 'networkidle' })
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' })
  await check('entries in their order', async () => {
    const links = sidebar.getByRole('list').first().getByRole('link')
    await become(async () => {
      const shown = await links.allInnerTexts()
      return shown.map((text) => text.trim()).filter((text) => entries.includes(text))
    }, entries)
  })
  await check("'Log out'", () => sidebar.getByRole('button', { name: 'Log out' }).waitFor())
  const width = async () => Math.round((await sidebar.boundingBox())?.width ?? 0)
  await check('300 px wide on large screens', () => become(width, 300))
  await page.setViewportSize({ width: 900, height: 800 })
  await check('264 px wide otherwise', () => become(width, 264))
  await page.setViewportSize({ width: 768, height: 800 })
  await check('closed at 768 px', () => sidebar.waitFor({ state: 'hidden' }))
  await check('the toggle opens it', async () => {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await sidebar.waitFor()
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload({ waitUntil: 'networkidle' })
  await check('open by default', () => sidebar.waitFor())
  await check("'Go back' goes back", async () => {
    await sidebar.getByRole('link', { name: 'Profile' }).click()
    await arrive(page, '/dashboard/profile')
    await page.getByRole('button', { name: 'Go back' }).click()
    await arrive(page, '/dashboard/overview')
  })
  await check('initials of first and last name lead to the settings', async () => {
    const avatar = page.getByRole('banner').getByRole('link', { name: /settings/ })
    await become(async () => (await avatar.innerText()).trim(), 'TW')
    await become(() => avatar.getAttribute('href'), '/dashboard/settings')
  })
}
