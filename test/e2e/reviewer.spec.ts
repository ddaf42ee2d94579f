import type { Page } from '@playwright/test'

import { approveItem, logIn, waitForMail, signIn } from './steps.ts'
import { addCampaign } from './story-campaign.ts'
import { makeReviewer, withdrawRole } from './story-roles.ts'
import { expect, test } from './story.ts'
import { tabTo } from './tab-to.ts'
import { turnOffTwoFactor, turnOnTwoFactor } from './two-factor.ts'

const club = 'Coding club with twelve computers in Ilorin'
const bridge = 'Finish the footbridge over the Oji river'
const market = 'A roof for the school in Sapele'

test('a reviewer logs in with two steps, asks, approves, rejects and handles a report', async ({
  ajo,
  person,
}) => {
  const reviewer = await person()
  const owner = await person()
  const halima = ajo.person('reviewer')
  const ngozi = ajo.person('owner')
  const findItem = (title: string) => reviewer.getByRole('article', { name: title })

  await signIn(reviewer, ajo, 'reviewer')
  const [code = '', lastCode = ''] = await turnOnTwoFactor(reviewer, halima.password)

  await test.step('logs in with two-step verification', async () => {
    await reviewer.goto('/dashboard/overview', { waitUntil: 'networkidle' })
    await reviewer.getByRole('button', { name: 'Log out' }).click()
    await expect(reviewer.getByText('Successfully signed out.')).toBeVisible()
    await logIn(reviewer, halima)
    await reviewer.getByLabel(/^6-digit code/).fill(code)
    await reviewer.getByLabel('Password', { exact: true }).fill(halima.password)
    await reviewer.getByRole('button', { name: 'Proceed' }).click()
    await expect(reviewer).toHaveURL(/overview/)
  })

  await test.step('sees a campaign, its automatic checks and its preview', async () => {
    await reviewer.getByRole('link', { name: 'Reviews' }).click()
    await reviewer.getByRole('link', { name: club }).click()
    const item = findItem(club)
    await expect(item.getByText('Email address verified')).toBeVisible()
    await expect(item.getByText(/Account name/)).toBeVisible()
    await expect(item.getByText('No other campaign uses these photos')).toBeVisible()
    await expect(item.getByRole('heading', { name: 'The story' })).toBeVisible()
  })

  await test.step('asks the organiser, who answers on the campaign page', async () => {
    await findItem(club).getByRole('button', { name: 'Ask the organiser' }).click()
    await reviewer.getByLabel('Question').fill('Who will look after the computers?')
    await reviewer.getByRole('dialog').getByRole('button', { name: 'Ask the organiser' }).click()
    await expect(reviewer.getByText(`Question sent to the organiser of ${club}.`)).toBeVisible()
    await expect(findItem(club)).toHaveCount(0)

    await signIn(owner, ajo, 'owner')
    await waitForMail(owner, ngozi.email, /^A question about your campaign/)
    await owner.goto('/dashboard/profile')
    await owner.getByRole('link', { name: `View Project: ${club}` }).click()
    await expect(owner.getByText('Who will look after the computers?').first()).toBeVisible()
    await owner.getByLabel('Your answer').fill('A teacher who has done so for years.')
    await owner.getByRole('button', { name: 'Send answer' }).click()
    await expect(owner.getByText('Answer sent.')).toBeVisible()
  })

  await test.step('reads the answer and approves', async () => {
    await reviewer.goto(`/dashboard/reviews?q=${encodeURIComponent(club)}`)
    await findItem(club).getByText('History').click()
    await expect(findItem(club).getByText('A teacher who has done so for years.')).toBeVisible()
    await approveItem(findItem(club))
    await expect(reviewer.getByText(`${club} is approved and live.`)).toBeVisible()
    await waitForMail(owner, ngozi.email, /^Your campaign is live/)
  })

  await test.step('rejects another campaign with the keyboard on a phone', () =>
    rejectByKeyboard(reviewer))

  await test.step('pauses and resumes donations to a reported campaign', async () => {
    const visitor = await person()
    // It has no donations, so that the donor of the sample data may decide about it.
    const { address } = await addCampaign(ajo, market)
    await visitor.goto(`${address}/report`)
    await visitor.getByLabel('What is wrong?').selectOption({ label: 'The information is false' })
    await visitor.getByLabel('Tell us more').fill('The market was never burnt.')
    await visitor.getByRole('button', { name: 'Send report' }).click()
    await expect(visitor.getByText('Thank you. Our team will review your report.')).toBeVisible()

    // The reviewer approved this sample campaign, so an admin handles its reports.
    const admin = await person()
    await signIn(admin, ajo, 'admin')
    await admin.goto(`/dashboard/cases?q=${encodeURIComponent(market)}`)
    const card = admin.getByRole('article', { name: market })
    await card.getByRole('button', { name: 'Show the reports' }).click()
    await expect(card.getByText('The market was never burnt.')).toBeVisible()
    await card.getByRole('button', { name: 'Pause donations' }).first().click()
    const dialog = admin.getByRole('dialog', { name: 'Pause donations to this campaign' })
    await dialog.getByLabel('Reason').fill('Please show us pictures of the market.')
    await dialog.getByRole('button', { name: 'Pause donations' }).click()
    await expect(admin.getByText(`Donations to ${market} are paused.`)).toBeVisible()
    await visitor.goto(address)
    await expect(visitor.getByText('This campaign is not accepting donations.')).toBeVisible()

    await admin.goto(`/dashboard/cases?state=frozen&q=${encodeURIComponent(market)}`)
    await admin.getByRole('button', { name: 'Ask to resume donations' }).click()
    await expect(admin.getByText(/^Another reviewer or admin has to confirm it/)).toBeVisible()
    await visitor.goto(address)
    await expect(visitor.getByText('This campaign is not accepting donations.')).toBeVisible()

    const third = await person()
    await makeReviewer(ajo, ajo.person('donor').email)
    await signIn(third, ajo, 'donor')
    await third.goto(`/dashboard/cases?state=frozen&q=${encodeURIComponent(market)}`)
    await third.getByRole('button', { name: 'Resume donations', exact: true }).click()
    await expect(third.getByText(`${market} accepts donations again.`)).toBeVisible()
    await withdrawRole(ajo, ajo.person('donor').email)
    await visitor.goto(address)
    await expect(visitor.getByRole('link', { name: 'Donate', exact: true }).first()).toBeVisible()
  })

  await test.step('turns two-step verification off, which ends the session', async () => {
    await turnOffTwoFactor(reviewer, { password: halima.password, code: lastCode })
    await expect(reviewer).toHaveURL(/\/login$/)
  })
})

async function rejectByKeyboard(page: Page) {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/dashboard/reviews?q=${encodeURIComponent(bridge)}`)
  const item = page.getByRole('article', { name: bridge })
  await item.getByRole('heading', { name: bridge }).first().scrollIntoViewIfNeeded()
  const wider = await page.evaluate<boolean>(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  )
  expect(wider, 'the page fits a phone').toBe(false)

  await item.getByText('Preview as visitor').focus()
  await tabTo(page, 'Reject')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Reason')
  await page.keyboard.type('The info')
  await tabTo(page, 'Explanation')
  await page.keyboard.type('Please send us the permit of the council.')
  await tabTo(page, 'Reject')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(`${bridge} is rejected. The organiser can see the reason.`),
  ).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
}
