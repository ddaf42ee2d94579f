import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { pdfText } from '../pdf-text.ts'
import { goodCard, openNewestMail, payWithCard, publicCampaign, signIn } from './steps.ts'
import { expect, test } from './story.ts'

const numberForm = /\d{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/

test("a guest's day: gives, gets a receipt, and lets somebody check it", async ({ person }) => {
  const guest = await person()
  const email = `guest.${randomUUID().slice(0, 8)}@example.org`

  await test.step('gives and sees that it has arrived', async () => {
    const { address } = await publicCampaign(guest)
    await guest.goto(`${address}/donate`)
    await guest.getByRole('textbox', { name: 'Amount' }).fill('7500')
    await guest.getByLabel('Email address').fill(email)
    await guest.getByLabel('Your name (optional)').fill('Ọ̀ṣun Adébáyọ̀')
    await guest.getByRole('button', { name: 'Pay now!' }).click()
    await payWithCard(guest, goodCard)
    await expect(guest).toHaveURL(/\/donations\//)
    await expect(
      guest.getByRole('heading', { name: 'Thank you! Your donation went through.' }),
    ).toBeVisible()
  })
  const number = await guest.getByText(numberForm).first().innerText()

  await test.step('keeps the PDF, which says the number and the sum', async () => {
    const text = await download(guest, 'Download receipt (PDF)')
    for (const said of [number, '₦7,500.00', 'Adébáyọ̀'])
      expect(text.normalize('NFC')).toContain(said.normalize('NFC'))
  })

  await test.step('finds the mail, and comes back by its link', async () => {
    await openNewestMail(guest, email, /donation receipt/)
    await expect(guest.getByText(number).first()).toBeVisible()
    await guest.getByRole('link', { name: /\/donations\// }).click()
    await expect(guest.getByText(number)).toBeVisible()
  })

  await test.step('has it sent again', async () => {
    await guest.getByRole('button', { name: 'Email it to me again' }).click()
    await expect(guest.getByText(/The receipt is on its way/)).toBeVisible()
    await expect(async () => {
      await guest.goto('/development/mailbox')
      const mails = guest.getByRole('listitem').filter({ hasText: email })
      await expect(mails).toHaveCount(2, { timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
  })

  await test.step('shows it to somebody without script, who types the code', async () => {
    await guest.goBack()
    await guest.getByRole('link', { name: 'Verify this receipt' }).click()
    await expect(guest.getByRole('heading', { name: 'This receipt is genuine' })).toBeVisible()
    const code = new URL(guest.url()).pathname.split('/').at(-1) ?? ''
    const checker = await person({ javaScriptEnabled: false })
    await checker.goto('/verify')
    await checker.getByLabel('Code').fill(code.toLowerCase().replaceAll('-', ' '))
    await checker.getByRole('button', { name: 'Verify' }).click()
    await expect(checker.getByRole('heading', { name: 'This receipt is genuine' })).toBeVisible()
    await expect(checker.getByText('₦7,500.00')).toBeVisible()
    await expect(checker.getByText('Adébáyọ̀')).toHaveCount(0)
    await checker.goto('/verify/AAAAA-AAAAA-AAAAA-AAAAA')
    await expect(checker.getByRole('heading', { name: 'Receipt not found' })).toBeVisible()
  })
})

test("a donor's day: gives while logged in, and sees what the year came to", async ({
  ajo,
  person,
}) => {
  const donor = await person()
  await signIn(donor, ajo, 'donor')

  await test.step('gives', async () => {
    const { id } = await publicCampaign(donor)
    await donor.goto(`/dashboard/campaign/${id}/donate`)
    await donor.getByRole('textbox', { name: 'Amount' }).fill('1,234.50')
    await donor.getByRole('button', { name: 'Pay now!' }).click()
    await payWithCard(donor, goodCard)
    await expect(donor).toHaveURL(/\/dashboard\/transactions/)
    await expect(donor.getByText(/^Thank you! Your ₦1,234.50/)).toBeVisible()
  })

  await test.step('finds it among what they gave', async () => {
    await donor.goto('/dashboard/transactions?tab=given')
    await expect(donor.getByRole('row').filter({ hasText: '₦1,234.50' }).first()).toBeVisible()
  })

  await test.step('and on the statement of the year, on the screen and on paper', async () => {
    await donor.getByRole('link', { name: 'Yearly statement' }).click()
    await expect(donor).toHaveURL(/\/dashboard\/statement/)
    const row = donor.getByRole('row').filter({ hasText: '₦1,234.50' }).first()
    const number = await row.getByRole('link').innerText()
    expect(number).toMatch(numberForm)
    const text = await download(donor, 'Download PDF')
    expect(text).toContain(number)
    expect(text).toContain('₦1,234.50')
    await row.getByRole('link').click()
    await expect(donor.getByText(number)).toBeVisible()
    await expect(donor.getByRole('link', { name: 'Verify this receipt' })).toBeVisible()
  })
})

async function download(page: Page, link: string): Promise<string> {
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: link }).click()
  const file = await (await coming).path()
  return pdfText(readFileSync(file))
}
