import type { Page } from '@playwright/test'

import { inDays, photograph } from './steps.ts'

/** A page that has opened nothing yet has no address. */
const readOrigin = async (page: Page) =>
  new URL((await page.request.get('/robots.txt')).url()).origin

const story = 'The old borehole has been dry since March, and the river makes the children ill.'

const basic = {
  title: 'A well for Ife',
  country: 'Nigeria',
  city: 'Ife',
  category: 'Community Development',
}
const information = {
  description: 'Clean water for four hundred families.',
  goalAmount: '5,000,000',
  startDate: inDays(2),
  endDate: inDays(60),
  raiseMoneyFor: story,
  importance: story,
  impact: story,
}

/** Stores a draft with all earlier tabs filled in, so that the wizard opens at this tab. */
export async function putDraft(page: Page, tab: number, change: object = {}) {
  const values = { ...(tab > 0 && basic), ...(tab > 1 && information), ...change }
  const origin = await readOrigin(page)
  // Instead of what another story left.
  const data = { values, tab, replaces: true }
  await page.request.put('/api/draft', { data, headers: { origin } })
}

/** Stores a draft in which only the third tab is empty. */
export async function bringDraft(page: Page, title: string) {
  const headers = { origin: await readOrigin(page) }
  const file = await photograph('well.jpg', '#68a')
  const upload = await page.request.post('/api/images', { multipart: { file }, headers })
  const { id } = (await upload.json()) as { id: string }
  await putDraft(page, 2, { title, images: [{ id, alt: 'The dry well' }] })
}

/** Opens the wizard at the third tab and waits for the list of banks. */
export async function openWizard(page: Page) {
  await page.goto('/dashboard/campaigns/create')
  await page.getByRole('option', { name: 'Guaranty Trust Bank' }).waitFor({ state: 'attached' })
}

export async function fillSignUp(page: Page, who: { email: string; password: string }) {
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('Obi')
  await page.getByLabel('Email Address').fill(who.email)
  await page.getByLabel('Gender').selectOption('Female')
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(who.password)
  await page.getByRole('checkbox').check()
}

/** Narrow windows show one group of the wizard at a time. */
export async function openGroup(page: Page, name: string) {
  const group = page.locator('details:not([open]) > summary', { hasText: name })
  if ((await group.count()) > 0) await group.click()
}

export async function fillContact(page: Page) {
  await page.getByLabel('Name', { exact: true }).fill('Ada Obi')
  await page.getByLabel('Email', { exact: true }).fill('ada@example.org')
  await page.getByLabel('Phone Number').fill('08012345678')
  await openGroup(page, 'Bank account')
  await page.getByLabel('Bank', { exact: true }).selectOption({ label: 'Guaranty Trust Bank' })
  await page.getByLabel('Account Number').fill('0123456789')
  await confirmAccount(page)
}

/** Confirms whose account it is, where the sandbox has look-ups left today. */
export async function confirmAccount(page: Page) {
  const yes = page.getByRole('checkbox', { name: 'Yes, pay out to this account' })
  const unavailable = page.getByText('We can’t look up the name right now.')
  await yes.or(unavailable).waitFor()
  if (await yes.isVisible()) await yes.check()
}
