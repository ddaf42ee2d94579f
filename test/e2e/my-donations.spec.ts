import { randomUUID } from 'node:crypto'

import type { Page } from '@playwright/test'

import { beside320, violations } from './accessible.ts'
import { fillSignUp } from './forms.ts'
import {
  continueAfterWait,
  goodCard,
  openNewestMail,
  payWithCard,
  publicCampaign,
} from './steps.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 780 }

test('a guest finds a donation by a mailed link without JavaScript, and adds it to an account', async ({
  person,
}) => {
  const mark = randomUUID().slice(0, 8)
  const email = `finder.${mark}@example.org`
  const guest = await person({ javaScriptEnabled: false, viewport: phone })
  const mailbox = await person()
  const donor = await person({ viewport: phone })
  /** In both languages, with a script that measures. */
  const isAccessible = async (address: string) => {
    await donor.goto(address, { waitUntil: 'networkidle' })
    for (const language of ['Pidgin', 'English']) {
      await donor.getByRole('button', { name: language }).click()
      await donor.waitForLoadState('networkidle')
      expect.soft(await violations(donor), `${address} in ${language}`).toEqual([])
      expect.soft(await beside320(donor), `${address} in ${language}`).toBeLessThanOrEqual(0)
      await donor.setViewportSize(phone)
    }
  }

  await donate(guest, email)
  await test.step('requests a link', async () => {
    await guest.getByRole('link', { name: 'All my donations, and my data' }).click()
    await expect(guest.getByRole('heading', { name: 'My donations', level: 1 })).toBeVisible()
    await isAccessible(guest.url())
    await guest.getByLabel('Email address of your donations').fill(email)
    await guest.getByRole('button', { name: 'Email me the link' }).click()
    await expect(guest.getByText(/a link is on its way to it/)).toBeVisible()
    await expect(guest.getByText(email)).toBeVisible()
  })

  await openNewestMail(mailbox, email, /^Your donations on Ajo/)
  const link = mailbox.getByRole('link', { name: /\/my-donations\// }).first()
  const address = (await link.getAttribute('href')) ?? ''
  await isAccessible(address)

  await test.step('opens the list and the receipt', async () => {
    await guest.goto(address)
    const row = guest.getByRole('row').filter({ hasText: '₦2,500.00' }).last()
    await row.getByLabel('Details').click()
    await expect(row.getByText('success')).toBeVisible()
    await expect(row.getByRole('link', { name: 'Request a refund' })).toBeVisible()
    await row.getByRole('link', { name: /^Receipt \d{4}-/ }).click()
    await expect(guest).toHaveURL(/\/donations\//)
    await guest.getByText('More about this payment').click()
    await expect(guest.getByText('Receipt number')).toBeVisible()
    await expect(guest.getByRole('link', { name: 'Download receipt (PDF)' })).toBeVisible()
  })

  await test.step('signs up with the same address and adds the donation', async () => {
    await donor.goto(address, { waitUntil: 'networkidle' })
    await donor.getByRole('main').getByRole('link', { name: 'Create account' }).click()
    await fillSignUp(donor, { email, password: `found and claimed ${mark}` })
    await donor.getByRole('button', { name: 'Proceed' }).click()
    await expect(donor).toHaveURL(/\/email-verification$/)
    await openNewestMail(donor, email, /confirm|verify/i)
    await donor.getByRole('link', { name: /handle-action/ }).click()
    await expect(donor).toHaveURL(/\/email-verified-success$/)
    await donor.goto('/dashboard/overview')
    await donor.getByRole('link', { name: /^Add your earlier donations/ }).click()
    await donor.getByRole('button', { name: 'Add to my donations' }).click()
    await expect(donor.getByText('1 donation added.')).toBeVisible()
    const row = donor.getByRole('row').filter({ hasText: '₦2,500.00' }).last()
    await row.getByLabel('Details').click()
    await expect(row.getByRole('link', { name: /^Receipt \d{4}-/ })).toBeVisible()
    await expect(donor.getByRole('heading', { name: 'Campaigns you support' })).toBeVisible()
    for (const language of ['en', 'pcm']) {
      await donor.context().addCookies([{ name: 'language', value: language, url: donor.url() }])
      await donor.reload({ waitUntil: 'networkidle' })
      await expect(donor.locator('html')).toHaveAttribute('lang', language)
      await expect(donor.getByRole('row').filter({ hasText: '₦2,500.00' }).last()).toBeVisible()
      expect.soft(await violations(donor), `Given in ${language}`).toEqual([])
    }
    await guest.goto(address)
    await expect(guest.getByText(/^There are no donations with your email address/)).toBeVisible()
  })
})

async function donate(guest: Page, email: string) {
  const { address } = await publicCampaign(guest)
  await guest.goto(`${address}/donate`)
  await guest.getByRole('textbox', { name: 'Amount' }).fill('2,500')
  await guest.getByLabel('Email address').fill(email)
  await guest.getByText('How you appear').click()
  await guest.getByLabel('Share my email with the organiser').check()
  await guest.getByRole('button', { name: 'Pay now!' }).click()
  await continueAfterWait(guest)
  await payWithCard(guest, goodCard)
  await expect(guest).toHaveURL(/\/donations\//)
  await expect(async () => {
    await guest.reload()
    await expect(
      guest.getByRole('heading', { name: 'Thank you! Your donation went through.' }),
    ).toBeVisible({ timeout: 500 })
  }).toPass()
}
