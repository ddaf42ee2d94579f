import type { Page } from '@playwright/test'

import { inDays, photograph } from './steps.ts'

const story = 'The old borehole has been dry since March, and the river makes the children ill.'

/** A wizard of which only the third tab is missing, as its owner left it on another day. */
export async function bringDraft(page: Page, title: string) {
  const headers = { origin: new URL(page.url()).origin }
  const file = await photograph('well.jpg', '#68a')
  const upload = await page.request.post('/api/images', { multipart: { file }, headers })
  const { id } = (await upload.json()) as { id: string }
  const values = {
    title,
    country: 'Nigeria',
    city: 'Ife',
    category: 'Community Development',
    description: 'Clean water for four hundred families.',
    goalAmount: '5,000,000',
    startDate: inDays(2),
    endDate: inDays(60),
    raiseMoneyFor: story,
    importance: story,
    impact: story,
    images: [{ id, alt: 'The dry well' }],
  }
  await page.request.put('/api/draft', { data: { values, tab: 2 }, headers })
}

/** Once its banks are there, the third tab of the wizard is ready. */
export async function openWizard(page: Page) {
  await page.goto('/dashboard/campaigns/create')
  await page.getByRole('option', { name: 'Guaranty Trust Bank' }).waitFor({ state: 'attached' })
}

export async function fillContact(page: Page) {
  await page.getByLabel('Name', { exact: true }).fill('Ada Obi')
  await page.getByLabel('Email', { exact: true }).fill('ada@example.org')
  await page.getByLabel('Phone Number').fill('08012345678')
  await page.getByLabel('Bank', { exact: true }).selectOption({ label: 'Guaranty Trust Bank' })
  await page.getByLabel('Account Number').fill('0123456789')
}
