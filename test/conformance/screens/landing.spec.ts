import type { Page } from '@playwright/test'

import { expectLinks } from '../screen.ts'
import { expect, test } from '../walk.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('the landing page shows its sections in order', async ({ row, person }) => {
  const page = await person()
  await page.goto('/')

  await row('1.1', async () => {
    const main = page.getByRole('main')
    await expect(main.getByText('CROWDFUNDING WORLDWIDE', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Empower Global Causes')
  })
  await row('1.12', async () => {
    const section = page.locator('section').filter({ has: heading(page, 'How it works') })
    const steps = section.getByRole('listitem')
    await expect(steps).toHaveCount(3)
    await expect(steps.nth(0).getByRole('heading')).toHaveText('Get started')
    await expect(steps.nth(1).getByRole('heading')).toHaveText('Create your campaign')
    await expect(steps.nth(1)).toContainText('Tell your story, set your goal, download the app')
    await expect(steps.nth(2).getByRole('heading')).toHaveText('Receive funding')
    await expect(steps.nth(2)).toContainText(
      'Share the campaign and get funded by friends and family',
    )
  })
  await row('1.13', async () => {
    const manifest = await page.locator('link[rel=manifest]').getAttribute('href')
    const answer = await page.request.get(manifest ?? '')
    expect(await answer.json()).toMatchObject({ name: 'Ajo', display: 'standalone' })
    await expect(
      page.getByText(/Ajo installs on your phone straight from the browser/),
    ).toBeVisible()
  })
  await row(['1.14', '9.11'], async () => {
    const section = page.locator('section').filter({ has: heading(page, 'In the Spotlight') })
    const answer = await page.request.get('/api/campaigns?limit=3')
    const { campaigns } = (await answer.json()) as { campaigns: { title: string }[] }
    expect(campaigns).toHaveLength(3)
    await expect(section.getByRole('article').getByRole('heading')).toHaveText(
      campaigns.map(({ title }) => title),
    )
  })
  await row('1.15', async () => {
    const section = page.locator('section').filter({ has: heading(page, 'Mobilize Resources for') })
    await expectLinks(section.getByRole('link'), {
      Charity: '/campaigns/charity',
      Community: '/campaigns/community-development',
      Academic: '/campaigns/education',
      Disaster: '/campaigns/emergency-assistance',
      Legal: '/campaigns/legal',
      Medical: '/campaigns/health',
    })
  })
  await row('1.16', async () => {
    const address = page.getByRole('main').locator('address')
    await expect(address).toContainText('Lagos')
    const mail = address.getByRole('link', { name: /.+@.+/ })
    await expect(mail).toHaveAttribute('href', `mailto:${await mail.innerText()}`)
  })
  await row('2.1', async () => {
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'How it works',
      'In the Spotlight',
      'Mobilize Resources for',
      'Contact us',
    ])
  })
  await row('2.12', async () => {
    const year = new Date().getFullYear()
    await expect(page.getByRole('contentinfo')).toContainText(`© ${year} Ajo`)
  })
})

test('the header of the public pages stays in view', async ({ row, person }) => {
  const page = await person()
  await page.goto('/')
  const header = page.getByRole('banner')
  const link = (name: string) => header.getByRole('link', { name, exact: true })
  await row('2.10', async () => {
    await expect(link('Ajo home')).toHaveAttribute('href', '/')
    await expect(link('How it works')).toHaveAttribute('href', /#howItWorks$/)
    await expect(link('Browse campaigns')).toHaveAttribute('href', /#browseCampaigns$/)
    for (const id of ['howItWorks', 'browseCampaigns'])
      await expect(page.locator(`#${id}`)).toBeVisible()
    await expect(link('Create account')).toHaveAttribute('href', '/login')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    expect((await header.boundingBox())?.y).toBe(0)
    await expect(link('Ajo home')).toBeInViewport()
  })
  await row('2.11', async () => {
    const toggle = header.locator('summary')
    await expect(toggle).toBeHidden()
    await page.setViewportSize({ width: 400, height: 800 })
    await expect(link('How it works')).toHaveCount(0)
    await toggle.click()
    await expect(link('How it works')).toBeInViewport()
    await expect(link('Create account')).toBeInViewport()
  })
})
