import type { Page } from '@playwright/test'

import { openFromOverview, publicCampaign, signIn, untilHydrated } from '../../e2e/steps.ts'
import { expectLinks, readHue } from '../screen.ts'
import { expect, test } from '../walk.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const getSidebar = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })
const getWidth = async (page: Page) => (await getSidebar(page).boundingBox())?.width

test('visitors see the open screens and are asked to log in on the others', async ({
  row,
  person,
}) => {
  const page = await person()
  const { id } = await publicCampaign(page)
  await page.goto('/dashboard/overview')
  const main = page.getByRole('main')
  await row('2.35', async () => {
    await expect(main.getByText('Get an overview of your account!', { exact: true })).toBeVisible()
  })
  await row(['2.36', '6.1'], async () => {
    await expect(main.getByRole('term').filter({ hasText: /^Total/ })).toHaveText([
      'Total Donations',
      'Total Donors',
      'Total Campaigns',
    ])
    await expect(main.getByText(/^₦[\d,]+\.\d\d$/).first()).toBeVisible()
  })
  await row(['2.37', '9.11'], async () => {
    const answer = await page.request.get('/api/campaigns?limit=3&state=open')
    const { campaigns, total } = (await answer.json()) as {
      campaigns: { id: string; title: string; description: string }[]
      total: number
    }
    const panel = main.locator('section').filter({
      has: page.getByRole('heading', { name: 'On-going Campaigns' }),
    })
    const links = panel.getByRole('listitem').getByRole('link')
    await expect(links).toHaveCount(3)
    for (const [index, campaign] of campaigns.entries()) {
      await expect(links.nth(index)).toContainText(campaign.title)
      await expect(links.nth(index)).toContainText(campaign.description.slice(0, 40))
      await expect(links.nth(index)).toHaveAttribute('href', `/dashboard/campaign/${campaign.id}`)
    }
    await expect(panel.getByText(String(total), { exact: true })).toBeVisible()
  })
  await row('6.1', async () => {
    await page.goto('/dashboard/campaigns')
    await expect(title(page)).toHaveText('Campaigns')
    await expect(main.getByText(/^₦[\d,]+\.\d\d/).first()).toBeVisible()
  })
  await row(['2.43', '6.1'], async () => {
    await page.goto(`/dashboard/campaign/${id}`)
    await expect(main.getByText('Funding Goal')).toBeVisible()
  })
  await row('2.44', async () => {
    await page.goto(`/dashboard/campaign/${id.toUpperCase()}`)
    await expect(main.getByText('Funding Goal')).toBeVisible()
  })
  const isSentToLogin = async (path: string) => {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
    // The browser loads the page without the server's check.
    await openFromOverview(page, path)
    await expect(page).toHaveURL(/\/login$/)
  }
  await row('2.42', () => isSentToLogin('/dashboard/campaigns/create'))
  await row('2.45', () => isSentToLogin(`/dashboard/campaign/${id}/donate`))
  await row(['2.46', '2.52'], () => isSentToLogin('/dashboard/transactions'))
  await row('2.49', () => isSentToLogin('/dashboard/settings'))
  await row('2.50', () => isSentToLogin('/dashboard/profile'))
})

test('the list of campaigns shows cards, placeholders and an empty state', async ({
  row,
  person,
}) => {
  const page = await person()
  const main = page.getByRole('main')
  const lists = /\/api\/campaigns\?/
  await row(['2.40', '9.12'], async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(lists, async (route) => {
      await promise
      await route.continue()
    })
    await openFromOverview(page, '/dashboard/campaigns')
    await expect(page.getByTestId('skeleton-card')).toHaveCount(3)
    resolve()
    await expect(page.getByTestId('skeleton-card')).toHaveCount(0)
    await page.unroute(lists)
  })
  await row('2.41', async () => {
    await page.route(lists, (route) =>
      route.fulfill({ json: { campaigns: [], total: 0, isTotalExact: true, next: null } }),
    )
    await openFromOverview(page, '/dashboard/campaigns')
    await expect(main.getByText('No Campaigns Available', { exact: true })).toBeVisible()
    await page.unroute(lists)
  })
  await page.goto('/dashboard/campaigns')
  await row('2.38', async () => {
    await expect(title(page)).toHaveText('Campaigns')
    const answer = await page.request.get('/api/campaigns?limit=12')
    const { campaigns } = (await answer.json()) as {
      campaigns: { title: string; status: string }[]
    }
    expect(new Set(campaigns.map(({ status }) => status))).toEqual(new Set(['approved']))
    await expect(main.getByRole('article').getByRole('heading')).toHaveText(
      campaigns.map((campaign) => campaign.title),
    )
  })
  await row('2.39', async () => {
    await expect(main.getByRole('link', { name: 'Create Campaign' })).toHaveAttribute(
      'href',
      '/dashboard/campaigns/create',
    )
  })
  await row(['2.51', '2.64'], async () => {
    const answer = await page.goto('/dashboard/unknown')
    expect(answer?.status()).toBe(404)
    await expect(title(page)).toHaveText('Something went wrong.')
    await expect(page.getByText("Sorry, we can't find the page you're looking for.")).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go home' })).toHaveAttribute(
      'href',
      '/dashboard/overview',
    )
  })
})

test('the dashboard has a sidebar, a top bar and status colours', async ({ row, person, ajo }) => {
  const page = await person()
  await signIn(page, ajo, 'owner')
  await page.goto('/dashboard/overview')
  const sidebar = getSidebar(page)
  const bar = page.getByRole('banner')
  const toggle = bar.getByRole('button', { name: /^(Open|Close) menu$/ })
  await row('2.55', async () => {
    await expectLinks(sidebar.getByRole('list').first().getByRole('link'), {
      Dashboard: '/dashboard/overview',
      Campaigns: '/dashboard/campaigns',
      Transactions: '/dashboard/transactions',
      Profile: '/dashboard/profile',
      Settings: '/dashboard/settings',
    })
    await expect(sidebar.getByRole('button', { name: 'Log out' })).toBeVisible()
  })
  await row('2.56', async () => {
    await expect(sidebar).toBeVisible()
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  })
  await row('2.59', async () => {
    // The button works once the script of the page runs.
    await untilHydrated(toggle)
    await toggle.click()
    await expect(sidebar).toBeHidden()
    await toggle.click()
    await expect(sidebar).toBeVisible()
  })
  await row('2.60', async () => {
    for (const name of ['Profile', 'Settings']) {
      await sidebar.getByRole('link', { name }).click()
      await expect(page).toHaveURL(new RegExp(`/dashboard/${name.toLowerCase()}$`))
    }
    await bar.getByRole('button', { name: 'Go back' }).click()
    await expect(page).toHaveURL(/\/dashboard\/profile$/)
  })
  await row('2.61', async () => {
    const avatar = bar.getByRole('link', { name: /settings/ })
    await expect(avatar).toHaveText('NE')
    await expect(avatar).toHaveAttribute('href', '/dashboard/settings')
  })
  await row(['2.57', '9.13'], async () => {
    await page.setViewportSize({ width: 769, height: 800 })
    await expect(sidebar).toBeVisible()
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(sidebar).toBeHidden()
  })
  await row('2.58', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(() => getWidth(page)).toBe(300)
    await page.setViewportSize({ width: 900, height: 800 })
    await expect.poll(() => getWidth(page)).toBe(264)
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await row('4.14', async () => {
    for (const [name, from, to] of [
      ['success', 90, 170],
      ['failed', -15, 15],
      ['abandoned', 30, 65],
    ] as const) {
      await openTransactionsWith(page, name)
      const badge = page.getByRole('row').getByText(name, { exact: true }).first()
      await badge.waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const hue = await readHue(badge)
        expect(hue, `${name}, ${colorScheme}`).toBeGreaterThan(from)
        expect(hue, `${name}, ${colorScheme}`).toBeLessThan(to)
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
  })
  const stored = () => page.evaluate<string>("localStorage.getItem('root')")
  const session = async () => (await page.request.get('/api/session')).json()
  await row('2.62', async () => {
    expect(await stored()).toContain('owner@ajo.example')
    expect(await session()).toMatchObject({ account: { email: 'owner@ajo.example' } })
  })
  await sidebar.getByRole('button', { name: 'Log out' }).click()
  await row('2.63', async () => {
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Successfully signed out.')).toBeVisible()
  })
  await page.waitForURL('/')
  await row('2.62', async () => {
    expect(JSON.parse(await stored())).toEqual({ isLoggedIn: false, userDetails: null })
    expect(await session()).toEqual({ account: null })
  })
})

/** Opens the first page of the list that has a donation of this status. */
async function openTransactionsWith(page: Page, status: string) {
  let query = 'tab=received'
  for (;;) {
    const response = await page.request.get(`/api/transactions?${query}`)
    const list = (await response.json()) as {
      donations: { status: string }[]
      next: string | null
    }
    if (list.donations.some((donation) => donation.status === status)) break
    if (list.next === null) throw new Error(`no donation is ${status}`)
    query = `tab=received&after=${encodeURIComponent(list.next)}`
  }
  await page.goto(`/dashboard/transactions?${query}`)
}
