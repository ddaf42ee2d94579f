import type { Page } from '@playwright/test'

import { bringDraft, fillContact, openWizard } from './forms.ts'
import { logIn, signIn } from './steps.ts'
import { expect, test } from './story.ts'

type Person = { email: string; password: string }

test('a session that ends mid-wizard begins again over the page, and nothing is lost', async ({
  ajo,
  person,
}) => {
  const page = await person()
  const owner = ajo.person('owner')
  const title = 'A well that outlives a session'
  await signIn(page, ajo, 'owner')
  await bringDraft(page, title)
  await openWizard(page)
  const phone = page.getByLabel('Phone Number')

  await test.step('while the draft is being saved', async () => {
    await loseSession(page)
    await phone.fill('08012345678')
    await signInAgain(page, owner)
    await expect(page.getByText('Draft saved')).toBeVisible()
    await expect(phone).toHaveValue('08012345678')
    await expect(phone).toBeFocused()
  })
  await test.step('while the campaign is being sent', async () => {
    await fillContact(page)
    await expect(page.getByText('Draft saved')).toBeVisible()
    await page.getByRole('button', { name: 'Submit' }).click()
    await loseSession(page)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await signInAgain(page, owner)
    await expect(page).toHaveURL(/\/dashboard\/profile$/)
    await expect(page.getByText('Form submitted successfully')).toBeVisible()
    await expect(page.getByRole('article').filter({ hasText: title })).toHaveCount(1)
  })
  await test.step('a reviewer, for whom the desk is gone without a session, rejects it', async () => {
    const desk = await person()
    const reviewer = ajo.person('reviewer')
    await signIn(desk, ajo, 'reviewer')
    await desk.goto('/dashboard/reviews')
    const item = desk.getByRole('article', { name: title })
    await item.getByRole('button', { name: 'Reject' }).click()
    await desk.getByLabel('In your own words').fill('Please say who will look after the pump.')
    await loseSession(desk)
    await desk.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await signInAgain(desk, reviewer)
    await expect(item).toHaveCount(0)
  })
})

test('whoever else signs in over a form sends nothing of it', async ({ ajo, person }) => {
  const page = await person()
  await signIn(page, ajo, 'owner')
  await page.goto('/dashboard/settings')
  await page.getByRole('tab', { name: 'Feedback' }).click()
  await page.getByLabel('Your feedback').fill('From the owner, and nobody else')
  let sent = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/api/feedback') && response.ok()) sent += 1
  })
  await loseSession(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await signInAgain(page, ajo.person('donor'))

  await expect(page).toHaveURL(/\/dashboard\/overview$/)
  await expect(page.getByText(/^You are logged in as .* now\./)).toBeVisible()
  expect(sent).toBe(0)
})

test('two windows know of each other who is signed in', async ({ ajo, person }) => {
  const first = await person()
  await signIn(first, ajo, 'owner')
  const second = await first.context().newPage()
  await second.goto('/dashboard/settings')
  const { email } = ajo.person('owner')
  await expect(second.getByLabel('Email')).toHaveValue(email)

  await test.step('logging out in one shows nothing in the other', async () => {
    await first.getByRole('button', { name: 'Log out' }).click()
    await expect(second.getByRole('heading', { name: 'You are logged out' })).toBeVisible()
    expect(await second.content()).not.toContain(email)
    await second.getByRole('link', { name: 'Log in' }).click()
    await expect(second).toHaveURL(/\/login$/)
  })
  await test.step('another person in one is never mixed with the first in the other', async () => {
    await enter(second, ajo.person('owner'))
    await first.goto('/dashboard/settings')
    await first.getByLabel('First Name').fill('Not for the donor')
    await enter(second, ajo.person('donor'))
    await expect(
      first.getByRole('heading', { name: 'Somebody else is logged in now' }),
    ).toBeVisible()
    expect(await first.content()).not.toContain(email)
    await first.getByRole('link', { name: 'Go to the dashboard' }).click()
    await first.getByRole('link', { name: /settings of/ }).click()
    await expect(first.getByLabel('Email')).toHaveValue(ajo.person('donor').email)
  })
  await test.step('a window that could not be told sees it when it is looked at', async () => {
    await second.request.delete('/api/session', { headers: { origin: new URL(ajo.url).origin } })
    await first.evaluate("dispatchEvent(new Event('focus'))")
    await expect(first.getByRole('heading', { name: 'You are logged out' })).toBeVisible()
  })
})

async function enter(page: Page, who: Person) {
  await logIn(page, who)
  await expect(page).toHaveURL(/\/dashboard\//)
}

/** As after two weeks without a visit: the cookie of the session means nothing any more. */
async function loseSession(page: Page) {
  await page.context().clearCookies({ name: 'session' })
}

async function signInAgain(page: Page, { email, password }: Person) {
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Log in and go on' }).click()
  await expect(dialog).toBeHidden()
}
