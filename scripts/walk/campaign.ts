import type { Page } from '@playwright/test'

import {
  arrive,
  become,
  logIn,
  readHue,
  readStyle,
  see,
  seeFieldError,
  seeToast,
  until,
  type Walk,
} from './walk.ts'

const networks = ['Facebook', 'WhatsApp', 'LinkedIn', 'Telegram', 'Reddit']

/** Specification §2 campaign detail and cards, §2 and §5 donate screen, §4 donation. */
export async function walkCampaign(walk: Walk) {
  const page = await walk.newPage({ permissions: ['clipboard-read', 'clipboard-write'] })
  await walkCards(walk, page)
  await walkDetail(walk, page)
  await walkGuestDonation(walk, page)
  await page.context().close()
  await walkDonation(walk)
}

async function walkCards({ begin, check }: Walk, page: Page) {
  begin('§2 Campaign cards')
  await page.goto('/dashboard/campaigns', { waitUntil: 'networkidle' })
  const card = page.getByRole('article').filter({ hasText: 'Expires in' }).first()
  const parts: Record<string, () => Promise<unknown>> = {
    'the first image': () => card.locator('img').first().waitFor(),
    'a title': () => card.getByRole('heading').waitFor(),
    'a description': () => card.getByRole('paragraph').first().waitFor(),
    'the raised amount and the goal': () =>
      until(async () => (await card.getByText(/₦[\d,]+\.\d\d/).count()) >= 2),
    "'Expires in {n} days'": () => see(card, /^Expires in \d+ days?$/),
    "'View Project'": () => see(card, 'View Project'),
  }
  for (const [name, prove] of Object.entries(parts)) await check(`a card shows ${name}`, prove)
  await check("'View Project' leads to the detail", async () => {
    await card.getByRole('link', { name: /View Project/ }).click()
    await arrive(page, /^\/dashboard\/campaign\/[^/]+$/)
  })
  await page.goto('/dashboard/campaigns?q=school+bus', { waitUntil: 'networkidle' })
  const expired = page.getByRole('article').filter({ hasText: 'Campaign Expired' }).first()
  await check("'Campaign Expired' in red", async () => {
    const words = expired.getByText('Campaign Expired', { exact: true })
    await until(async () => (await readHue(page, await readStyle(words, 'color'))) < 30)
  })
  await check("'Expired' is a disabled button without a link", async () => {
    const button = expired.getByRole('button', { name: 'Expired' })
    await become(() => button.isDisabled(), true)
    await become(() => button.locator('xpath=ancestor::a').count(), 0)
  })
}

async function walkDetail({ begin, check, server }: Walk, page: Page) {
  begin('§2 Campaign detail')
  await page.goto('/dashboard/campaigns?q=reading+room', { waitUntil: 'networkidle' })
  await page
    .getByRole('link', { name: /View Project/ })
    .first()
    .click()
  await arrive(page, /^\/dashboard\/campaign\//)
  const main = page.getByRole('main')
  await check('the title', () =>
    page.getByRole('heading', { level: 1, name: /reading room/ }).waitFor(),
  )
  for (const name of networks)
    await check(`shares on ${name}`, () =>
      main.getByRole('link', { name: `Share on ${name}` }).waitFor(),
    )
  await check('shares by email', async () => {
    const link = main.getByRole('link', { name: 'Share by email' })
    await until(async () => (await link.getAttribute('href'))?.startsWith('mailto:') ?? false)
  })
  await check("copying says 'link copied to clipboard'", async () => {
    await main.getByRole('button', { name: 'Copy link' }).click()
    await seeToast(page, 'link copied to clipboard')
  })
  await check('the copied link is the public page', async () => {
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    return copied.startsWith(`${server.url}/c/`)
  })
  for (const text of ['Nsukka, Nigeria', 'Education', 'Funding Goal', 'Amount Raised', 'GALLERY'])
    await check(`shows '${text}'`, () => see(main, text))
  await check('shows the end date', () => see(main, /\d{1,2} \w+ \d{4}/))
  await check('shows description, impact and importance', async () => {
    for (const text of [/four shelves/, /public library closed/, /story hour/])
      await see(main, text)
  })
  const pictures = main.getByRole('link', { name: /full size/ })
  await check('the gallery has pictures', () => pictures.nth(1).waitFor())
  await check('the id is matched in any case', async () => {
    const path = new URL(page.url()).pathname
    await page.goto(
      path.replace(/[^/]+$/, (id) => id.toUpperCase()),
      { waitUntil: 'networkidle' },
    )
    await page.getByRole('heading', { level: 1, name: /reading room/ }).waitFor()
  })
  await check("a visitor has no 'Delete Campaign'", () =>
    become(() => page.getByRole('button', { name: 'Delete Campaign' }).count(), 0),
  )
  await check("'Donate' leads to the donate route, which needs login", async () => {
    await main.getByRole('link', { name: 'Donate' }).first().click()
    await arrive(page, /^\/(login|dashboard\/campaign\/[^/]+\/donate|c\/[^/]+\/donate)/)
  })
  await check('an unknown campaign is not found', async () => {
    await page.goto('/dashboard/campaign/no-such-campaign')
    await see(page, 'Something went wrong.')
  })
}

async function walkGuestDonation({ begin, check }: Walk, page: Page) {
  begin('§5 Donation, as a guest')
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('article').first().getByRole('link').first().click()
  await arrive(page, /^\/c\//)
  await page.getByRole('link', { name: 'Donate' }).first().click()
  await arrive(page, /^\/c\/[^/]+\/donate/)
  await page.waitForLoadState('networkidle')
  const pay = page.getByRole('button', { name: 'Pay now!' })
  await pay.click()
  await check("'Amount is required'", () => seeFieldError(page, 'Amount', 'Amount is required'))
  await check("'Email is required'", () =>
    seeFieldError(page, 'Email address', 'Email is required'),
  )
  await page.getByLabel('Email address').fill('no address')
  await pay.click()
  await check("'Invalid email format'", () =>
    seeFieldError(page, 'Email address', 'Invalid email format'),
  )
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await amount.fill('12345.67')
  await check('money has a comma for thousands and a dot for decimals', () =>
    become(() => amount.inputValue(), '12,345.67'),
  )
  await page.getByLabel('Email address').fill('walking.guest@example.org')
  await pay.click()
  await check("'Pay now!' leads to the provider's page", () =>
    page.getByLabel('Card number').waitFor(),
  )
  await payByCard(page)
  await check('a guest returns to /donations/{receipt}', () => arrive(page, /^\/donations\//))
  await check('the amount is what was paid', () => see(page, /₦12,345\.67/))
}

async function payByCard(page: Page) {
  await page.getByLabel('Card number').fill('4084 0840 8408 4081')
  await page.getByLabel('Expiry date').fill('12/30')
  await page.getByLabel('CVV').fill('408')
  await page.getByRole('button', { name: /^Pay/ }).click()
}

async function walkDonation({ begin, check, newPage, server }: Walk) {
  begin('§2, §4 Donation with an account')
  const page = await newPage()
  await logIn(page, server.login('donor'))
  await arrive(page, /^\/dashboard/)
  await page.goto('/dashboard/campaigns?q=reading+room', { waitUntil: 'networkidle' })
  await page
    .getByRole('link', { name: /View Project/ })
    .first()
    .click()
  await page.getByRole('main').getByRole('link', { name: 'Donate' }).first().click()
  await check("'Donate' leads to /dashboard/campaign/{id}/donate", () =>
    arrive(page, /^\/dashboard\/campaign\/[^/]+\/donate$/),
  )
  await check('the own address is filled in', () =>
    become(() => page.getByLabel('Email address').inputValue(), server.login('donor').email),
  )
  await page.getByRole('textbox', { name: 'Amount' }).fill('2500')
  await page.getByRole('button', { name: 'Pay now!' }).click()
  await payByCard(page)
  await check('returns to /dashboard/transactions', () =>
    arrive(page, /^\/dashboard\/transactions/),
  )
  await check('says that the donation went through', () => see(page, /₦2,500(\.00)? donation/))
  await page.goto('/dashboard/campaigns?q=reading+room', { waitUntil: 'networkidle' })
  await page
    .getByRole('link', { name: /View Project/ })
    .first()
    .click()
  await page.getByRole('main').getByRole('link', { name: 'Donate' }).first().click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('4321')
  await page.getByRole('button', { name: 'Pay now!' }).click()
  await page
    .getByRole('link', { name: /cancel/i })
    .or(page.getByRole('button', { name: /cancel/i }))
    .first()
    .click()
  await check('a cancelled payment comes back with a word about it', () =>
    see(page, /didn.t finish|not finished|cancelled|still here/i),
  )
  await page.context().close()
}
