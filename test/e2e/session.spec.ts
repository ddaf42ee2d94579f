import type { Page } from '@playwright/test'

import { bringDraft, fillContact, openWizard } from './forms.ts'
import { logIn, signIn } from './steps.ts'
import { expect, test } from './story.ts'

type Person = { email: string; password: string }

test('a session that ends in the wizard is resumed in a dialog without losing input', async ({
  ajo,
  person,
}) => {
  const page = await person()
  const owner = ajo.person('owner')
  const title = 'A well that outlives a session'
  await signIn(page, ajo, 'owner')
  await bringDraft(page, title)
  const documents = Promise.withResolvers<void>()
  await page.route('**/api/documents', async (route) => {
    await documents.promise
    await route.continue()
  })
  await openWizard(page)
  const phone = page.getByLabel('Phone Number')

  await test.step('resumes while the page loads and the person types', async () => {
    await phone.fill('0801')
    await loseSession(page)
    documents.resolve()
    await phone.pressSequentially('2345678')
    await signInAgain(page, owner)
    await expect(page.getByText('Draft saved')).toBeVisible()
    await expect(phone).toHaveValue('08012345678')
    await expect(phone).toBeFocused()
  })
  await test.step('resumes while the campaign is being submitted', async () => {
    await fillContact(page)
    // The draft is saved once more before the session ends, so that only the submission meets its end.
    const lastInput = '0801 234 5678'
    const saved = page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/draft') &&
        response.request().postData()?.includes(lastInput) === true,
    )
    await phone.fill(lastInput)
    await saved
    await page.getByRole('button', { name: 'Submit' }).click()
    await loseSession(page)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await signInAgain(page, owner)
    await expect(page).toHaveURL(/\/dashboard\/profile$/)
    await expect(page.getByText('Form submitted successfully')).toBeVisible()
    await expect(page.getByRole('article').filter({ hasText: title })).toHaveCount(1)
  })
  await test.step('a reviewer resumes while rejecting the campaign', async () => {
    const reviewerPage = await person()
    const reviewer = ajo.person('reviewer')
    await signIn(reviewerPage, ajo, 'reviewer')
    await reviewerPage.goto(`/dashboard/reviews?q=${encodeURIComponent(title)}`)
    const item = reviewerPage.getByRole('article', { name: title })
    await item.getByRole('button', { name: 'Reject' }).click()
    await reviewerPage.getByRole('dialog').getByLabel('Reason').selectOption('other')
    await reviewerPage.getByLabel('Explanation').fill('Please say who will look after the pump.')
    await loseSession(reviewerPage)
    await reviewerPage.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await signInAgain(reviewerPage, reviewer)
    await expect(item).toHaveCount(0)
  })
})

test('does not submit a form for another user who logs in', async ({ ajo, person }) => {
  const page = await person()
  await signIn(page, ajo, 'owner')
  await page.goto('/dashboard/settings')
  await page.getByRole('tab', { name: 'Feedback' }).click()
  await page.getByLabel('Your feedback').fill('Feedback of the organiser')
  let sent = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/api/feedback') && response.ok()) sent += 1
  })
  await loseSession(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await signInAgain(page, ajo.person('donor'))

  await expect(page).toHaveURL(/\/dashboard\/overview$/)
  await expect(page.getByText(/^You’re now logged in as /)).toBeVisible()
  expect(sent).toBe(0)
})

test('tabs follow the login state of each other', async ({ ajo, person }) => {
  const first = await person()
  await signIn(first, ajo, 'owner')
  await first.goto('/dashboard/overview')
  const second = await first.context().newPage()
  await second.goto('/dashboard/settings')
  const { email } = ajo.person('owner')
  await expect(second.getByLabel('Email')).toHaveValue(email)

  await test.step('logging out in one tab clears the other', async () => {
    await first.getByRole('button', { name: 'Log out' }).click()
    await expect(second.getByRole('heading', { name: 'You are logged out' })).toBeVisible()
    expect(await second.content()).not.toContain(email)
    await second.getByRole('link', { name: 'Log in' }).click()
    await expect(second).toHaveURL(/\/login$/)
  })
  await test.step('another user in one tab closes the page of the first user in the other', async () => {
    await enter(second, ajo.person('owner'))
    await first.goto('/dashboard/settings')
    await first.getByLabel('First Name').fill('Not for the donor')
    await signIn(second, ajo, 'donor')
    await second.goto('/dashboard/overview')
    await expect(
      first.getByRole('heading', { name: 'Someone else is now logged in' }),
    ).toBeVisible()
    expect(await first.content()).not.toContain(email)
    await first.getByRole('link', { name: 'Go to the dashboard' }).click()
    await first.getByRole('link', { name: /’s settings/ }).click()
    await expect(first.getByLabel('Email')).toHaveValue(ajo.person('donor').email)
  })
  await test.step('a tab without the message notices the logout on focus', async () => {
    await second.request.delete('/api/session', { headers: { origin: new URL(ajo.url).origin } })
    await first.evaluate("dispatchEvent(new Event('focus'))")
    await expect(first.getByRole('heading', { name: 'You are logged out' })).toBeVisible()
  })
})

async function enter(page: Page, who: Person) {
  await logIn(page, who)
  await expect(page).toHaveURL(/\/dashboard\//)
}

/** The same as an expired session. */
async function loseSession(page: Page) {
  await page.context().clearCookies({ name: 'session' })
}

async function signInAgain(page: Page, { email, password }: Person) {
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Log in and continue' }).click()
  await expect(dialog).toBeHidden()
}
