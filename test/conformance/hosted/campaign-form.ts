import { randomUUID } from 'node:crypto'

import { expect, type Page } from '@playwright/test'

import { inDays, photograph } from '../../e2e/steps.ts'
import { fill, press } from '../screen.ts'

const story = 'The old borehole has been dry since March, and the river makes the children ill.'

/** What a person types in the wizard, by label. */
export const basics = { 'Campaign Title': 'A well for Ife', Country: 'Nigeria', City: 'Ife' }
export const information = {
  Description: 'Clean water for four hundred families.',
  'Goal Amount': '1500000',
  'Start Date': inDays(2),
  'End Date': inDays(60),
  'Raise Money For': story,
  Importance: `Water matters. ${story}`,
  Impact: `Nobody is ill any more. ${story}`,
}
export const contact = {
  Name: 'Ada Obi',
  Email: 'ada@example.org',
  'Phone Number': '08012345678',
}
export const bankAccount = { 'Account Number': '0123456789' }

/** Fills the tabs before this one, and opens it. */
export async function openTab(page: Page, tab: 1 | 2) {
  if (tab === 1) {
    await fill(page, basics)
    await page.getByLabel('Category').selectOption('Career')
  } else {
    await fill(page, information)
    await page
      .getByLabel('Images', { exact: true })
      .setInputFiles([await photograph('well.jpg', '#68a')])
    await expect(page.getByLabel('Describe photo 1')).toBeVisible()
  }
  await press(page, 'Next')
  await expect(page.getByRole('tab').nth(tab)).toHaveAttribute('aria-selected', 'true')
}

/** A campaign of the person on the page, submitted through the API. Resolves to its id. */
export async function submitCampaign(page: Page, url: string, title: string): Promise<string> {
  const headers = { origin: url }
  const file = await photograph('well.jpg', '#68a')
  const upload = await page.request.post('/api/images', { multipart: { file }, headers })
  const image = (await upload.json()) as { id: string }
  const data = {
    title,
    country: 'Nigeria',
    city: 'Ife',
    category: 'Career',
    description: information.Description,
    goalAmount: information['Goal Amount'],
    startDate: information['Start Date'],
    endDate: information['End Date'],
    raiseMoneyFor: story,
    importance: story,
    impact: story,
    images: [{ id: image.id, alt: 'The dry well' }],
    name: contact.Name,
    email: contact.Email,
    phone: contact['Phone Number'],
    bank: '058',
    accountNumber: '0123456789',
    showContact: false,
  }
  const submitted = await page.request.post('/api/campaigns', {
    data,
    headers: { ...headers, 'idempotency-key': randomUUID() },
  })
  const { campaign } = (await submitted.json()) as { campaign: { id: string } }
  return campaign.id
}
