import { randomUUID } from 'node:crypto'

import type { Page } from '@playwright/test'

import { fillContact, fillSignUp } from './forms.ts'
import {
  declinedCard,
  goodCard,
  inDays,
  approveItem,
  logIn,
  openNewestMail,
  payWithCard,
  photograph,
  publicCampaign,
  readMailedLink,
  signIn,
} from './steps.ts'
import { expect, test } from './story.ts'

const because =
  'The old borehole has been dry since March, and four hundred families walk three kilometres for water.'

test('sign-up, campaign, review and donations work from start to end', async ({ ajo, person }) => {
  const mark = randomUUID().slice(0, 8)
  const ada = { email: `ada.${mark}@example.org`, password: `well and truly ${mark}` }
  const title = `A new borehole for Ife ${mark}`

  const owner = await person()
  await test.step('an organiser wants to start a campaign, signs up and verifies the email address in another tab', () =>
    signUp(owner, ada))
  await test.step('logs out and in', async () => {
    await owner.getByRole('button', { name: 'Log out' }).click()
    await expect(owner.getByText('Successfully signed out.')).toBeVisible()
    await logIn(owner, ada)
    await expect(owner).toHaveURL(/\/dashboard\/overview$/)
    await expect(owner.getByText('Login Successful')).toBeVisible()
  })
  await test.step('creates a campaign in three tabs and reloads without losing input', () =>
    createCampaign(owner, title))

  const visitor = await person()
  await test.step('visitors do not see the pending campaign', async () => {
    await visitor.goto('/dashboard/campaigns?category=Community+Development')
    await expect(visitor.getByRole('heading', { name: 'Campaigns', level: 1 })).toBeVisible()
    await expect(visitor.getByText(title)).toHaveCount(0)
  })

  await test.step('a reviewer approves it', async () => {
    const reviewer = await person()
    await signIn(reviewer, ajo, 'reviewer')
    await reviewer.goto('/dashboard/overview')
    await reviewer.getByRole('link', { name: 'Reviews' }).click()
    await reviewer.getByRole('link', { name: title }).click()
    const item = reviewer.getByRole('article', { name: title })
    await expect(item.getByText('•••• 6789')).toBeVisible()
    await approveItem(item)
    await expect(reviewer.getByText(`${title} is approved and live.`)).toBeVisible()
  })
  await test.step('the organiser gets an email', async () => {
    await openNewestMail(owner, ada.email, /is live/)
    await expect(owner.getByText(title).first()).toBeVisible()
  })

  await test.step('a visitor donates after a declined card', async () => {
    await visitor.goto('/dashboard/campaigns?category=Community+Development')
    await visitor.getByRole('article').filter({ hasText: title }).getByRole('link').first().click()
    await expect(visitor.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await visitor.goto((await publicCampaign(visitor, title)).address)
    await visitor.getByRole('link', { name: 'Donate', exact: true }).first().click()
    await visitor.getByRole('textbox', { name: 'Amount' }).fill('5000')
    await visitor.getByLabel('Email address').fill(`guest.${mark}@example.org`)
    await visitor.getByText('The campaign receives').click()
    await expect(visitor.getByText('₦175.00')).toBeVisible()
    await visitor.getByRole('button', { name: 'Pay now!' }).click()
    await payWithCard(visitor, declinedCard)
    await expect(visitor.getByText('Declined', { exact: true })).toBeVisible()
    await payWithCard(visitor, goodCard)
    await expect(visitor).toHaveURL(/\/donations\//)
    await expect(
      visitor.getByRole('heading', { name: 'Thank you! Your donation went through.' }),
    ).toBeVisible()
    await expect(visitor.getByText('₦5,000.00').first()).toBeVisible()
  })

  await test.step('a logged-in donor donates', async () => {
    const donor = await person()
    await signIn(donor, ajo, 'donor')
    await donor.goto('/dashboard/campaigns?category=Community+Development')
    await donor.getByRole('article').filter({ hasText: title }).getByRole('link').first().click()
    await donor.getByRole('link', { name: 'Donate', exact: true }).first().click()
    await donor.getByRole('textbox', { name: 'Amount' }).fill('1,250.50')
    await donor.getByRole('button', { name: 'Pay now!' }).click()
    await payWithCard(donor, goodCard)
    await expect(donor).toHaveURL(/\/dashboard\/transactions/)
    await expect(
      donor.getByText(`Thank you! Your ₦1,250.50 donation to ${title} went through.`),
    ).toBeVisible()
  })

  await test.step('the organiser sees the donations in Transactions and on the campaign', async () => {
    await owner.goto('/dashboard/transactions')
    const rows = owner.getByRole('row').filter({ hasText: title })
    await expect(rows).toHaveCount(2)
    await expect(owner.getByText(`guest.${mark}@example.org`)).toHaveCount(0)
    const guest = rows.filter({ hasText: '₦5,000.00' })
    await expect(guest.getByText('Anonymous')).toBeVisible()
    await expect(guest.getByText('success')).toBeVisible()
    await owner.goto('/dashboard/overview')
    await expect(owner.getByText('₦6,250.50').first()).toBeVisible()
    await visitor.goto((await publicCampaign(visitor, title)).address)
    await expect(visitor.getByText('₦6,250.50').first()).toBeVisible()
    await expect(visitor.getByRole('complementary').getByText('2 donors')).toBeVisible()
  })
})

async function signUp(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/')
  await startWithoutAccount(page)
  await page.getByRole('main').getByRole('link', { name: 'Create Account' }).click()
  await expect(page.getByText('Create a free account to start your campaign.')).toBeVisible()
  await fillSignUp(page, { email, password })
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect(page).toHaveURL(/\/email-verification$/)
  await expect(page.getByText('Account created! Please verify your email.')).toBeVisible()

  await page.goto('/dashboard/profile')
  await expect(page).toHaveURL(/\/email-verification$/)

  const mailTab = await page.context().newPage()
  const mail = { to: email, subject: /confirm|verify/i, path: '/handle-action' }
  await mailTab.goto(await readMailedLink(mailTab, mail))
  await expect(mailTab).toHaveURL(/\/email-verified-success$/)
  await expect(mailTab.getByRole('heading', { name: 'Verification Successful' })).toBeVisible()
  await mailTab.getByRole('link', { name: 'Log in' }).click()
  await expect(mailTab).toHaveURL(/\/dashboard\/campaigns\/create$/)
  await expect(mailTab.getByLabel('Goal Amount')).toHaveValue('5,000,000')
  await mailTab.close()
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard\/campaigns\/create$/)
}

/** The first field is one press away. A reload loses nothing, and the third tab asks for an account. */
async function startWithoutAccount(page: Page) {
  await page.getByRole('link', { name: 'Start a campaign' }).click()
  await page.getByLabel('Campaign Title').fill('A borehole')
  await page.getByLabel('Country').fill('Nigeria')
  await page.getByLabel('City').fill('Ife')
  await page.getByLabel('Category').selectOption('Community Development')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Description').fill('Clean water.')
  await page.getByLabel('Goal Amount').fill('5000000')
  await page.getByLabel('Start Date').fill(inDays(2))
  await page.getByLabel('End Date').fill(inDays(60))
  await page.getByLabel('Raise Money For').fill(because)
  await page.getByLabel('Importance').fill(because)
  await page.reload()
  await expect(page.getByLabel('Importance')).toHaveValue(because)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Impact must be at least 50 characters').first()).toBeVisible()
  await page.getByLabel('Impact').fill(because)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Create a free account to go on' })).toBeVisible()
}

async function createCampaign(page: Page, title: string) {
  await page.goto('/dashboard/campaigns')
  await page.getByRole('link', { name: 'Create Campaign' }).first().click()
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByLabel('Campaign Title')).toHaveValue('')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(/^Validation Errors: /)).toBeVisible()
  await page.getByLabel('Campaign Title').fill(title)
  await page.getByLabel('Country').fill('Nigeria')
  await page.getByLabel('City').fill('Ife')
  await page.getByLabel('Category').selectOption('Community Development')
  await page.getByRole('button', { name: 'Next' }).click()

  await page
    .getByLabel('Description')
    .fill('Clean water for four hundred families and two clinics.')
  await page.getByLabel('Goal Amount').fill('5000000')
  await expect(page.getByLabel('Goal Amount')).toHaveValue('5,000,000')
  await page.getByLabel('Start Date').fill(inDays(2))
  await page.getByLabel('End Date').fill(inDays(60))
  await page.getByLabel('Raise Money For').fill(because)
  await page.getByLabel('Importance').fill(because)
  await page.getByLabel('Impact').fill(because)
  const pictures = [
    await photograph('dry.jpg', '#a86', 2400),
    await photograph('people.jpg', '#68a'),
  ]
  await page.getByLabel('Images').setInputFiles(pictures)
  await expect(page.getByRole('button', { name: 'Remove photo 2' })).toBeVisible()
  await expect(page.getByText('Draft saved')).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('Impact')).toHaveValue(because)
  await expect(page.getByRole('button', { name: 'Remove photo 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()

  await fillContact(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Submission' })
  await expect(dialog.getByText('Are you sure you want to submit this campaign?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/dashboard\/profile$/)
  await expect(page.getByRole('tab', { name: 'Pending', selected: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeFocused()
  await expect(page.getByText('Form submitted successfully')).toBeVisible()
  await page.getByRole('tab', { name: 'Pending' }).click()
  await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible()
}
