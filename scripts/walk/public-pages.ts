import type { Page } from '@playwright/test'

import { arrive, become, see, type Walk } from './walk.ts'

const tiles = ['Charity', 'Community', 'Academic', 'Disaster', 'Legal', 'Medical']

/** Specification §1 and §2, public routes. */
export async function walkPublicPages(walk: Walk) {
  const page = await walk.newPage()
  await walkLanding(walk, page)
  await walkHeader(walk, page)
  await walkRoutes(walk, page)
  await page.context().close()
}

async function walkLanding({ begin, check, server }: Walk, page: Page) {
  begin('§1 Landing page')
  const foreign: string[] = []
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(server.url))
      foreign.push(request.url())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await check('tagline Empower Global Causes', () => see(page, 'Empower Global Causes'))
  await check('tagline CROWDFUNDING WORLDWIDE', () => see(page, 'CROWDFUNDING WORLDWIDE'))
  await check('requests go to the own origin only', () => foreign.length === 0)
  for (const text of ['How it works', 'Get started', 'Create your campaign', 'Receive funding'])
    await check(`'${text}'`, () => page.getByRole('heading', { name: text, exact: true }).waitFor())
  for (const text of [
    /tell your story/i,
    /set your goal/i,
    /download the app/i,
    /share the campaign/i,
    /friends and family/i,
  ])
    await check(`a step says ${text}`, () => see(page.locator('#howItWorks'), text))
  await check('sections in the order of the specification', async () => {
    const order = ['How it works', 'In the Spotlight', 'Mobilize Resources for', 'Contact us']
    await become(async () => {
      const shown = await page.getByRole('heading', { level: 2 }).allTextContents()
      return shown.filter((title) => order.includes(title))
    }, order)
  })
  await check('the spotlight has 3 campaigns', () =>
    become(() => page.getByRole('article').count(), 3),
  )
  for (const name of tiles)
    await check(`tile '${name}'`, () => page.getByRole('link', { name, exact: true }).waitFor())
  await check('tiles Charity and Legal lead to different lists', async () => {
    const [charity, legal] = await Promise.all(
      ['Charity', 'Legal'].map((name) =>
        page.getByRole('link', { name, exact: true }).getAttribute('href'),
      ),
    )
    return charity !== legal
  })
  await check('a postal address in Lagos', () => see(page, /Lagos, Nigeria/))
  await check('a support address', () => page.locator('a[href^="mailto:"]').first().waitFor())
  await check('amounts have ₦, separators and two decimals', () =>
    see(page, /₦\d{1,3}(,\d{3})*\.\d\d/),
  )
}

async function walkHeader({ begin, check }: Walk, page: Page) {
  begin('§2 Header and footer')
  const header = page.getByRole('banner')
  await check('the header stays at the top', async () => {
    await page.evaluate('scrollTo(0, 2_000)')
    await page.waitForTimeout(300)
    const box = await header.boundingBox()
    return box !== null && box.y >= -1 && box.y < 60
  })
  await check('the header has the logo', () =>
    header.getByRole('link', { name: 'Ajo home' }).waitFor(),
  )
  for (const anchor of ['howItWorks', 'browseCampaigns']) {
    await check(`the header links to #${anchor}`, () =>
      header.locator(`a[href$="#${anchor}"]`).first().waitFor(),
    )
    await check(`#${anchor} exists`, () => page.locator(`#${anchor}`).waitFor())
  }
  await check("'Create account' leads to /login", async () => {
    await header.getByRole('link', { name: 'Create account' }).click()
    await arrive(page, '/login')
  })
  await page.goto('/')
  await check('the footer has a copyright line', () =>
    see(page.getByRole('contentinfo'), /©|Copyright/),
  )
  await check('a menu toggle on small screens', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await header
      .getByRole('button', { name: /menu/i })
      .or(header.locator('summary'))
      .first()
      .click()
    await header.getByRole('link', { name: 'How it works' }).waitFor()
  })
  await page.setViewportSize({ width: 1280, height: 800 })
}

async function walkRoutes({ begin, check }: Walk, page: Page) {
  begin('§2 Public routes')
  const titles: Record<string, string> = {
    '/signup': 'Create account',
    '/login': 'Welcome back!',
    '/forgot-password': 'Forgot password',
    '/reset-password-confirm': 'Reset password link sent successfully',
    '/reset-password?oobCode=walk': 'Reset password',
    '/email-verification': 'Your account was created successfully',
    '/email-verified-success': 'Verification Successful',
  }
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path)
    await check(`${path} is titled '${title}'`, () =>
      page.getByRole('heading', { name: title, level: 1 }).waitFor(),
    )
    await check(`${path} has the panel and its sentences`, async () => {
      const panel = page.getByRole('complementary')
      await see(panel, 'Empowering Dreams, One Contribution at a Time')
      await see(panel, 'Together, we can fund the future we believe in.')
    })
  }
  await page.goto('/login')
  await check('the form takes 60 %, the panel 40 %', async () => {
    await become(async () => {
      const width = (await page.getByRole('complementary').boundingBox())?.width ?? 0
      return Math.round((width / 1280) * 100)
    }, 40)
  })
  await check('the logo links to /', async () => {
    const logo = page.getByRole('banner').getByRole('link', { name: 'Ajo home' })
    await become(() => logo.getAttribute('href'), '/')
  })
  await check('the panel is shown on large screens only', async () => {
    await page.setViewportSize({ width: 800, height: 800 })
    await page.getByRole('complementary').waitFor({ state: 'hidden' })
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/handle-action?mode=recoverEverything&oobCode=x')
  await check("another mode shows 'Unknown mode'", () => see(page, 'Unknown mode'))
}
