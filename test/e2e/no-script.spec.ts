import { randomUUID } from 'node:crypto'

import type { Page } from '@playwright/test'

import { violations } from './accessible.ts'
import { fillSignUp } from './forms.ts'
import {
  continueAfterWait,
  declinedCard,
  downloadPdf,
  goodCard,
  payWithCard,
  readMailedLink,
  untilThanked,
} from './steps.ts'
import { addTwoPages, sampleWord } from './story-campaign.ts'
import { expect, test } from './story.ts'

/** Checks the page as it stands, in a copy that can run axe. Its own page runs no script. */
async function expectAccessible(page: Page, checker: Page) {
  await checker.setContent((await page.content()).replaceAll(/<script\b.*?<\/script>/gs, ''))
  await expect(checker.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await violations(checker), page.url()).toEqual([])
}

test('a guest finds a campaign and donates with JavaScript disabled', async ({ ajo, person }) => {
  const guest = await person({ javaScriptEnabled: false })
  const checker = await person({ bypassCSP: true })
  await checker.goto('/robots.txt')

  await test.step('searches with a misspelt word from the header of the landing page', async () => {
    await guest.goto('/')
    await guest.getByRole('searchbox', { name: 'Search for a campaign' }).fill('libary')
    await guest.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    await expect(guest).toHaveURL(/\/campaigns\?q=libary$/)
  })

  await test.step('narrows a list by category and place, and opens the next step of none', async () => {
    await guest.goto('/campaigns')
    const first = await guest.locator('main li h3').first().innerText()
    await expect(guest.locator(`datalist option[value="${first}"]`)).toHaveCount(1)
    await guest.getByLabel('Category').selectOption('Health')
    await guest.getByLabel('City or country').fill('Nowhere')
    await guest.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await expect(guest).toHaveURL(/\/campaigns\/health\?place=Nowhere$/)
    await expect(guest.getByText('No campaigns match your search.')).toBeVisible()
    await guest.getByRole('link', { name: 'Show all campaigns' }).click()
    await expect(guest).toHaveURL(/\/campaigns$/)
  })

  await test.step('turns the pages of a list', async () => {
    await addTwoPages(ajo, `A bench for ${randomUUID().slice(0, 8)}`)
    await guest.goto(`/campaigns?q=${sampleWord}`)
    await guest.getByRole('link', { name: 'Next page' }).click()
    await expect(guest).toHaveURL(/\/campaigns\?q=\w+&after=/)
    await guest.getByRole('link', { name: 'Back to the first page' }).click()
  })

  await guest.goto('/campaigns')
  await guest.getByLabel('Show').selectOption('open')
  await guest.getByRole('main').getByRole('button', { name: 'Search' }).click()
  const card = guest.getByRole('article').first()
  // Beside the title and the button, the card itself leads on.
  await card.click({ position: { x: 20, y: 20 } })
  await expect(guest).toHaveURL(/\/c\//)
  const title = await guest.getByRole('heading', { level: 1 }).textContent()
  await guest.getByRole('link', { name: 'Donate', exact: true }).first().click()

  await test.step('keeps the input of an invalid form', async () => {
    await guest.getByRole('textbox', { name: 'Amount' }).fill('20')
    await guest.getByLabel('Email address').fill('guest@example.org')
    await guest.getByRole('button', { name: 'Pay now!' }).click()
    await expect(guest.getByText('Amount must be between ₦50 and ₦10,000,000')).toBeVisible()
    await expect(guest.getByLabel('Email address')).toHaveValue('guest@example.org')
    await expectAccessible(guest, checker)
  })

  await guest.getByRole('textbox', { name: 'Amount' }).fill('2,500')
  await guest.getByRole('button', { name: 'Pay now!' }).click()
  await continueAfterWait(guest)
  await test.step('comes back from the payment page to the filled form, with a word about the payment', async () => {
    await guest.getByRole('link', { name: 'Cancel payment' }).click()
    await expect(guest).toHaveURL(/\/c\/[^/]+\/donate$/)
    await expect(guest.getByText('Your payment was not finished')).toBeVisible()
    await expect(guest.getByRole('textbox', { name: 'Amount' })).toHaveValue('2,500')
    await expect(guest.getByLabel('Email address')).toHaveValue('guest@example.org')
    await guest.getByRole('button', { name: 'Pay now!' }).click()
    await continueAfterWait(guest)
  })
  await test.step('refuses an unknown card and a declined card', async () => {
    await payWithCard(guest, { number: '4242 4242 4242 4242', cvv: '123' })
    await expect(guest.getByText(/test card/i).first()).toBeVisible()
    await payWithCard(guest, declinedCard)
    await expect(guest.getByText('Declined', { exact: true })).toBeVisible()
  })
  await payWithCard(guest, goodCard)
  await untilThanked(guest)
  await expect(guest.getByText('₦2,500.00').first()).toBeVisible()
  await expect(guest.getByText(title ?? '').first()).toBeVisible()

  await test.step('gets the receipt with a company, after a wrong TIN that loses nothing', async () => {
    await guest.getByText('Receipt for a company').click()
    await guest.getByLabel('Company name').fill('Okoro & Sons Ltd')
    await guest.getByLabel('Tax Identification Number (TIN)').fill('12 34')
    const button = guest.getByRole('button', { name: 'Download company receipt' })
    await button.click()
    await expect(guest.getByText(/Please enter a number of 8 to 14 digits/)).toBeVisible()
    await expect(guest.getByLabel('Company name')).toHaveValue('Okoro & Sons Ltd')
    await expect(guest.getByLabel('Tax Identification Number (TIN)')).toHaveValue('12 34')
    await expectAccessible(guest, checker)
    await guest.getByLabel('Tax Identification Number (TIN)').fill('12345678-0001')
    const text = await downloadPdf(guest, button)
    expect(text).toContain('Okoro & Sons Ltd')
    expect(text).toContain('12345678-0001')
  })
})

test('a visitor starts a campaign with JavaScript disabled', async ({ ajo, person }) => {
  const options = { javaScriptEnabled: false, viewport: { width: 360, height: 740 } }
  const newcomer = await person(options)
  const mark = randomUUID().slice(0, 8)
  const ada = { email: `ada.${mark}@example.org`, password: `well and truly ${mark}` }

  await test.step('who signs up and verifies the address arrives at the wizard', async () => {
    await openWayIn(newcomer)
    await newcomer.getByRole('link', { name: 'Create Account' }).click()
    await fillSignUp(newcomer, ada)
    await newcomer.getByRole('button', { name: 'Proceed' }).click()
    await expect(newcomer).toHaveURL(/\/email-verification$/)
    const mail = { to: ada.email, subject: /confirm|verify/i, path: '/handle-action' }
    await newcomer.goto(await readMailedLink(newcomer, mail))
    await newcomer.getByRole('button', { name: 'Verify my email' }).click()
    await expect(newcomer.getByRole('heading', { name: 'Verification Successful' })).toBeVisible()
    await newcomer.getByRole('link', { name: 'Log in' }).click()
    await expect(newcomer).toHaveURL(/\/dashboard\/campaigns\/create$/)
  })

  await test.step('who logs in arrives there too', async () => {
    const organiser = await person(options)
    await openWayIn(organiser)
    const { email, password } = ajo.person('owner')
    await organiser.getByLabel('Email').fill(email)
    await organiser.getByLabel('Password', { exact: true }).fill(password)
    await organiser.getByRole('button', { name: 'Proceed' }).click()
    await expect(organiser).toHaveURL(/\/dashboard\/campaigns\/create$/)
  })
})

async function openWayIn(page: Page) {
  await page.goto('/')
  await page.getByRole('link', { name: 'Start a campaign' }).click()
  await expect(page.getByText(/needs JavaScript in a browser from 2022/)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login$/)
}
