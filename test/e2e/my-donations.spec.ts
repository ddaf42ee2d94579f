import { randomUUID } from 'node:crypto'

import type { Page } from '@playwright/test'

import { expectGoodInBoth } from './accessible.ts'
import { fillSignUp } from './forms.ts'
import {
  continueAfterWait,
  goodCard,
  payWithCard,
  publicCampaign,
  readMailedLink,
  untilThanked,
} from './steps.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 780 }

test('a guest finds a donation by a mailed link without JavaScript, and adds it to an account', async ({
  person,
}) => {
  const mark = randomUUID().slice(0, 8)
  const email = `finder.${mark}@example.org`
  const guest = await person({ javaScriptEnabled: false, viewport: phone })
  const donor = await person({ viewport: phone })

  await donate(guest, email)
  await test.step('requests a link', async () => {
    await guest.getByRole('link', { name: 'All my donations, and my data' }).click()
    await expect(guest.getByRole('heading', { name: 'My donations', level: 1 })).toBeVisible()
    await guest.getByLabel('Email address you donated with').fill(email)
    await guest.getByRole('button', { name: 'Email me the link' }).click()
    await expect(guest.getByText(/a link is on its way to it/)).toBeVisible()
    await expect(guest.getByText(email)).toBeVisible()
  })

  const mail = { to: email, subject: /^Your donations on Ajo/, path: '/my-donations/' }
  const address = await readMailedLink(guest, mail)

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
    await expectGoodInBoth(donor, address)
    await donor.getByRole('main').getByRole('link', { name: 'Create account' }).click()
    await fillSignUp(donor, { email, password: `found and claimed ${mark}` })
    await donor.getByRole('button', { name: 'Proceed' }).click()
    await expect(donor).toHaveURL(/\/email-verification$/)
    const confirmation = { to: email, subject: /confirm|verify/i, path: '/handle-action' }
    await donor.goto(await readMailedLink(donor, confirmation))
    await expect(donor).toHaveURL(/\/email-verified-success$/)
    await donor.goto('/dashboard/overview')
    await donor.getByRole('link', { name: /^Add your earlier donations/ }).click()
    await donor.getByRole('button', { name: 'Add to my donations' }).click()
    await expect(donor.getByText('1 donation added.')).toBeVisible()
    const row = donor.getByRole('row').filter({ hasText: '₦2,500.00' }).last()
    await row.getByLabel('Details').click()
    await expect(row.getByRole('link', { name: /^Receipt \d{4}-/ })).toBeVisible()
    await expect(donor.getByRole('heading', { name: 'Campaigns you support' })).toBeVisible()
    await expectGoodInBoth(donor, '/dashboard/transactions?tab=given')
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
  await untilThanked(guest)
}
