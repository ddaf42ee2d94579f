import { randomUUID } from 'node:crypto'

import type { Locator, Page } from '@playwright/test'

import { goodCard, payWithCard, publicCampaign, signIn } from '../../e2e/steps.ts'
import { addExpiredCampaign, sampleWord } from '../../e2e/story-campaign.ts'
import { expectLinks } from '../screen.ts'
import { expect, test } from '../walk.ts'

type Campaign = {
  id: string
  slug: string
  title: string
  description: string
  goal: number
  raised: number
  daysLeft: number | null
}

/** What the page offers to functions that run in it. */
type StyledPage = {
  getComputedStyle: (element: unknown) => { getPropertyValue: (name: string) => string }
}

test('a campaign shows its facts, its contact and its ways to share', async ({
  row,
  person,
  ajo,
}) => {
  const page = await person({ permissions: ['clipboard-read', 'clipboard-write'] })
  await signIn(page, ajo, 'donor')
  const { id, slug } = await publicCampaign(page)
  const { campaign } = await readJson<{
    campaign: Record<'city' | 'country' | 'category' | 'description' | 'title', string> &
      Record<'importance' | 'impact', string> & {
        contact: Record<'name' | 'email' | 'phone', string>
        goal: number
        raised: number
        images: { id: string }[]
      }
  }>(page, `/api/campaigns/${id}`)
  await page.goto(`/dashboard/campaign/${id}`)
  const main = page.getByRole('main')
  await row('2.65', async () => {
    for (const [name, address, parameter] of [
      ['Facebook', 'www.facebook.com/sharer/sharer.php', 'u'],
      ['WhatsApp', 'wa.me/', 'text'],
      ['LinkedIn', 'www.linkedin.com/sharing/share-offsite/', 'url'],
      ['Telegram', 't.me/share/url', 'url'],
      ['Reddit', 'www.reddit.com/submit', 'url'],
    ] as const) {
      const href = await main.getByRole('link', { name: `Share on ${name}` }).getAttribute('href')
      const { host, pathname, searchParams } = new URL(href ?? '')
      expect(host + pathname).toBe(address)
      expect(searchParams.get(parameter)).toContain(`${ajo.url}/c/${slug}`)
    }
    const mail = await main.getByRole('link', { name: 'Share by email' }).getAttribute('href')
    expect(mail).toMatch(/^mailto:\?/)
    expect(decodeURIComponent(mail ?? '')).toContain(`${ajo.url}/c/${slug}`)
  })
  await row('2.66', async () => {
    await main.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('link copied to clipboard', { exact: true })).toBeVisible()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toBe(`${ajo.url}/c/${slug}`)
  })
  await row('2.67', async () => {
    const facts = main.locator('header dl')
    await expect(facts).toContainText(`${campaign.city}, ${campaign.country}`)
    await expect(facts).toContainText(campaign.category)
    await expect(facts.getByText(/^Ends .*\d{4}$/)).toBeVisible()
  })
  await row('2.69', async () => {
    const [paragraph = ''] = campaign.description.split('\n')
    await expect(main.getByText(paragraph)).toBeVisible()
    for (const [name, text] of [
      ['Why it matters', campaign.importance],
      ['The impact', campaign.impact],
    ] as const) {
      const heading = page.getByRole('heading', { name, exact: true })
      const passage = main.locator('section').filter({ has: heading })
      await expect(passage.getByText(text.split('\n')[0] ?? '')).toBeVisible()
    }
    const getAmount = (name: string) =>
      main
        .locator('div')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('dd')
        .last()
    await expect(getAmount('Funding Goal')).toHaveText(toNaira(campaign.goal))
    await expect(main.getByText(toNaira(campaign.raised)).first()).toBeVisible()
    await expect(main.getByText('Amount Raised', { exact: true })).toBeVisible()
  })
  await row('2.71', async () => {
    const contact = main.locator('address')
    await expect(contact).toContainText(campaign.contact.name)
    const { email, phone } = campaign.contact
    await expectLinks(contact.getByRole('link'), {
      [email]: `mailto:${email}`,
      [phone]: `tel:${phone.replaceAll(/[^+\d]/g, '')}`,
    })
  })
  await row('2.73', async () => {
    const gallery = main.locator('section').filter({
      has: page.getByRole('heading', { name: 'GALLERY', exact: true }),
    })
    await expect(gallery.getByRole('img')).toHaveCount(campaign.images.length)
    for (const [index, { id: image }] of campaign.images.entries()) {
      await expectLoaded(gallery.getByRole('img').nth(index))
      const link = gallery.getByRole('link').nth(index)
      await expect(link).toHaveAttribute('href', new RegExp(`/images/${image}`))
    }
  })
  await row('2.74', async () => {
    await main.getByRole('link', { name: 'Donate', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/dashboard/campaign/${id}/donate$`))
  })
  await row('2.75', async () => {
    const remove = main.getByRole('button', { name: 'Delete Campaign' })
    await page.goto(`/dashboard/campaign/${id}`)
    await expect(main.getByText('Funding Goal')).toBeVisible()
    await expect(remove).toBeHidden()
    const owner = await person()
    await signIn(owner, ajo, 'owner')
    const { campaigns } = await readJson<{ campaigns: Campaign[] }>(
      owner,
      '/api/account/campaigns?status=pending',
    )
    await owner.goto(`/dashboard/campaign/${campaigns[0]?.id}`)
    await expect(owner.getByRole('button', { name: 'Delete Campaign' })).toBeVisible()
  })
})

test('a card shows a campaign, and one that has expired says so', async ({ row, person, ajo }) => {
  const page = await person()
  const { campaigns } = await readJson<{ campaigns: Campaign[] }>(page, '/api/campaigns?limit=50')
  const open = campaigns.find(({ daysLeft }) => (daysLeft ?? 0) > 0)
  const expired = await addExpiredCampaign(ajo, `A roof for ${randomUUID()}`)
  const findCard = async (title: string | undefined, words = title) => {
    await page.goto(`/dashboard/campaigns?q=${encodeURIComponent(words ?? '')}`)
    return page.getByRole('article').filter({ hasText: title ?? 'none' })
  }
  await row('2.76', async () => {
    const card = await findCard(open?.title)
    await expect(card.getByRole('heading')).toHaveText(open?.title ?? '')
    await expect(card).toContainText(open?.description.slice(0, 40) ?? '')
    await expect(card).toContainText(toNaira(open?.raised))
    await expect(card).toContainText(`of ${toNaira(open?.goal)}`)
    await expect(card).toContainText(/\d+ days/)
    await expectLoaded(card.locator('img').first())
  })
  await row('2.80', async () => {
    const card = page.getByRole('article').filter({ hasText: open?.title ?? 'none' })
    await expect(card.getByText(`Expires in ${open?.daysLeft} days`)).toBeVisible()
    const view = card.getByRole('link', { name: /^View Project/ })
    await expect(view).toHaveText('View Project')
    await expect(view).toHaveAttribute('href', `/dashboard/campaign/${open?.id}`)
  })
  await row('2.78', async () => {
    const card = await findCard(expired.title, sampleWord)
    const note = card.getByText('Campaign Expired', { exact: true })
    await expectRed(note)
    await expect(card.getByRole('button', { name: 'Expired', exact: true })).toBeDisabled()
    await expect(card.getByRole('link', { name: /View Project/ })).toHaveCount(0)
  })
  await row('2.79', async () => {
    const card = page.getByRole('article').filter({ hasText: expired.title })
    await card.click({ position: { x: 30, y: 30 } })
    await expect(page).toHaveURL(new RegExp(`/dashboard/campaign/${expired.id}$`))
  })
})

test('a visitor reads a campaign and donates without an account', async ({ row, person }) => {
  const page = await person()
  await row('1.3', async () => {
    await page.goto('/dashboard/campaigns')
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.goto((await publicCampaign(page)).address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Donate', exact: true }).first()).toBeVisible()
  })
  const { slug } = await publicCampaign(page)
  await page.goto(`/c/${slug}/donate`, { waitUntil: 'networkidle' })
  await page.getByRole('textbox', { name: 'Amount' }).fill('5000')
  await page.getByLabel('Email address').fill('guest.of.conformance@example.org')
  await page.getByRole('button', { name: 'Pay now!' }).click()
  await payWithCard(page, goodCard)
  await row(['1.4', '2.15'], async () => {
    await expect(page).toHaveURL(/\/donations\/[\w-]{20,}/)
    await expect(
      page.getByRole('heading', { name: 'Thank you! Your donation went through.' }),
    ).toBeVisible()
    await expect(page.getByText('₦5,000.00').first()).toBeVisible()
  })
  await row('2.16', async () => {
    for (const name of ['terms', 'privacy', 'fees', 'help', 'refunds']) {
      const answer = await page.request.get(`/${name}`)
      expect(answer.status()).toBe(200)
      expect(await answer.text()).toMatch(new RegExp(`<h1[^>]*>[^<]*${name}`, 'i'))
    }
  })
})

test('a signed-in donor pays on the page of the provider', async ({ row, person, ajo }) => {
  const page = await person()
  await signIn(page, ajo, 'donor')
  const { id } = await publicCampaign(page)
  await page.goto(`/dashboard/campaign/${id}/donate`, { waitUntil: 'networkidle' })
  const amount = page.getByRole('textbox', { name: 'Amount' })
  const email = page.getByLabel('Email address')
  const pay = page.getByRole('button', { name: 'Pay now!' })
  await row('2.91', async () => {
    await expect(amount).toHaveAttribute('inputmode', 'decimal')
    await expect(email).toHaveValue('donor@ajo.example')
    await expect(pay).toBeEnabled()
  })
  await amount.fill('1,250.50')
  await pay.click()
  await row('2.92', async () => {
    await expect(page).toHaveURL(/\/checkout\//)
    await expect(page.getByLabel('Card number')).toBeVisible()
    await expect(page.getByText('1,250.50').first()).toBeVisible()
  })
  await payWithCard(page, goodCard)
  await row('2.93', async () => {
    await expect(page).toHaveURL(/\/dashboard\/transactions/)
    await expect(
      page.getByText(/^Thank you! Your ₦1,250\.50 donation to .+ went through\.$/),
    ).toBeVisible()
  })
  await row('2.47', async () => {
    await page.goto('/dashboard/transactions?tab=given')
    await expect(page.getByRole('columnheader')).toHaveText([
      'Contributor',
      'Amount',
      'Status',
      'Campaign',
      'Date',
    ])
    await page.goto('/dashboard/transactions')
    await expect(
      page.getByText('Keep track of donations made on your campaigns!', { exact: true }),
    ).toBeVisible()
  })
  await row('2.48', async () => {
    const other = await person()
    await signIn(other, ajo, 'admin')
    await other.goto('/dashboard/transactions')
    await expect(other.getByText('No active transactions', { exact: true })).toBeVisible()
  })
})

async function readJson<Answer>(page: Page, path: string): Promise<Answer> {
  return (await page.request.get(path)).json() as Promise<Answer>
}

async function expectLoaded(picture: Locator) {
  await picture.scrollIntoViewIfNeeded()
  const width = () =>
    picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
}

/** Its computed colour has more red than green and blue. */
async function expectRed(part: Locator) {
  const colour = await part.evaluate((element) =>
    (globalThis as unknown as StyledPage).getComputedStyle(element).getPropertyValue('color'),
  )
  const [red = 0, green = 0, blue = 0] = [...colour.matchAll(/[\d.]+/g)].map(Number)
  expect(red, colour).toBeGreaterThan(1.5 * green)
  expect(red, colour).toBeGreaterThan(1.5 * blue)
}

function toNaira(kobo = 0): string {
  return `₦${(kobo / 100).toLocaleString('en-NG', { minimumFractionDigits: 2 })}`
}
