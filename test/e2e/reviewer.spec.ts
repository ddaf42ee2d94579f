import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

import { logIn, openNewestMail, publicCampaign, signIn } from './steps.ts'
import { expect, test } from './story.ts'
import { tabTo } from './tab-to.ts'

const club = 'Coding club with twelve computers in Ilorin'
const bridge = 'Finish the footbridge over the Oji river'
const market = 'Rebuild the burnt stalls of Sapele market'

test('a reviewer’s day: the second step, the queue, a question, a refusal and a report', async ({
  ajo,
  person,
}) => {
  const reviewer = await person()
  const owner = await person()
  const halima = ajo.person('reviewer')
  const ngozi = ajo.person('owner')
  const itemOf = (title: string) => reviewer.getByRole('article', { name: title })

  await signIn(reviewer, ajo, 'reviewer')
  const [code = '', lastCode = ''] = await turnOnSecondStep(reviewer, halima.password)

  await test.step('logs in with the second step', async () => {
    await reviewer.goto('/dashboard/overview', { waitUntil: 'networkidle' })
    await reviewer.getByRole('button', { name: 'Log out' }).click()
    await expect(reviewer.getByText('Successfully signed out.')).toBeVisible()
    await logIn(reviewer, halima)
    await reviewer.getByLabel(/^Code from your authenticator app/).fill(code)
    await reviewer.getByLabel('Password', { exact: true }).fill(halima.password)
    await reviewer.getByRole('button', { name: 'Proceed' }).click()
    await expect(reviewer).toHaveURL(/overview/)
  })

  await test.step('reads what waits, what was looked up, and the page as it will look', async () => {
    await reviewer.getByRole('link', { name: 'Reviews' }).click()
    const item = itemOf(club)
    await expect(item.getByText('The email address is verified.')).toBeVisible()
    await expect(item.getByText(/The bank account belongs to/)).toBeVisible()
    await expect(item.getByText('No other campaign shows these pictures.')).toBeVisible()
    await item.getByText('See it as visitors will').click()
    await expect(item.getByRole('heading', { name: 'The story' })).toBeVisible()
  })

  await test.step('asks the owner, who answers beside the campaign', async () => {
    await itemOf(club).getByRole('button', { name: 'Ask the owner' }).click()
    await reviewer.getByLabel('Question').fill('Who will look after the computers?')
    await reviewer.getByRole('dialog').getByRole('button', { name: 'Ask the owner' }).click()
    await expect(reviewer.getByText(`The owner of “${club}” is asked.`)).toBeVisible()
    await expect(itemOf(club)).toHaveCount(0)

    await signIn(owner, ajo, 'owner')
    await openNewestMail(owner, ngozi.email, /^A question about your campaign/)
    await owner.goto('/dashboard/profile')
    await owner.getByRole('link', { name: `View Project: ${club}` }).click()
    await expect(owner.getByText('Who will look after the computers?').first()).toBeVisible()
    await owner.getByLabel('Your answer').fill('A teacher who has done so for years.')
    await owner.getByRole('button', { name: 'Send answer' }).click()
    await expect(owner.getByText('Your answer is with the reviewers.')).toBeVisible()
  })

  await test.step('reads the answer and approves', async () => {
    await reviewer.reload()
    await itemOf(club).getByText('What was done so far').click()
    await expect(itemOf(club).getByText('A teacher who has done so for years.')).toBeVisible()
    await itemOf(club).getByRole('button', { name: 'Approve' }).click()
    await expect(reviewer.getByText(`“${club}” is approved and public.`)).toBeVisible()
    await openNewestMail(owner, ngozi.email, /^Your campaign is live/)
  })

  await test.step('refuses another by the keyboard alone, on a phone', () =>
    refuseByKeyboard(reviewer))

  await test.step('stops the gifts of one that was reported, and allows them again', async () => {
    const visitor = await person()
    const { address } = await publicCampaign(visitor, market)
    await visitor.goto(`${address}/report`)
    await visitor.getByLabel('What is wrong?').selectOption({ label: 'What it says is not true' })
    await visitor.getByLabel('What should we know?').fill('The market was never burnt.')
    await visitor.getByRole('button', { name: 'Send report' }).click()
    await expect(visitor.getByText('Thank you. A reviewer will look at it.')).toBeVisible()

    await reviewer.reload()
    const card = reviewer.getByRole('listitem').filter({ hasText: 'The market was never burnt.' })
    await card.getByRole('button', { name: 'Stop gifts' }).first().click()
    const dialog = reviewer.getByRole('dialog', { name: 'Stop gifts to this campaign' })
    await dialog.getByLabel('Reason').fill('Please show us pictures of the market.')
    await dialog.getByRole('button', { name: 'Stop gifts' }).click()
    await expect(reviewer.getByText(`“${market}” takes no gifts from now on.`)).toBeVisible()
    await visitor.goto(address)
    await expect(visitor.getByText('This campaign is not accepting donations.')).toBeVisible()

    await reviewer.getByRole('button', { name: 'Allow gifts again' }).click()
    await expect(reviewer.getByText(`“${market}” takes gifts again.`)).toBeVisible()
    await visitor.goto(address)
    await expect(visitor.getByRole('link', { name: 'Donate' }).first()).toBeVisible()
  })

  await test.step('turns the second step off again, which ends the session', async () => {
    await openSecurity(reviewer)
    await reviewer.getByRole('button', { name: 'Turn off' }).click()
    const form = reviewer.getByRole('region', { name: 'Second step of logging in' })
    await form.getByLabel('Current Password').fill(halima.password)
    await form.getByLabel('Code from the app, or a recovery code').fill(lastCode)
    await form.getByRole('button', { name: 'Turn off' }).click()
    await expect(reviewer).toHaveURL(/\/login$/)
  })
})

async function openSecurity(page: Page) {
  await page.goto('/dashboard/settings')
  await page.getByRole('tab', { name: 'Security' }).click()
}

/** Answers the recovery codes: a code of the app works once, and the next one comes in half a minute. */
async function turnOnSecondStep(page: Page, password: string): Promise<string[]> {
  await openSecurity(page)
  const section = page.getByRole('region', { name: 'Second step of logging in' })
  await section.getByRole('button', { name: 'Turn on' }).click()
  await section.getByLabel('Current Password').fill(password)
  await section.getByRole('button', { name: 'Go on' }).click()
  const secret = (await section.locator('code').innerText()).replaceAll(/\s/g, '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await section.getByLabel('Code that the app shows').fill(totp.generate())
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(section.getByText('Your recovery codes')).toBeVisible()
  const codes = await section.getByRole('listitem').allInnerTexts()
  await section.getByRole('button', { name: 'I have kept them' }).click()
  return codes
}

async function refuseByKeyboard(page: Page) {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  const item = page.getByRole('article', { name: bridge })
  await item.getByRole('heading', { name: bridge }).first().scrollIntoViewIfNeeded()
  const wider = await page.evaluate<boolean>(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  )
  expect(wider, 'the desk fits a phone').toBe(false)

  await item.getByText('See it as visitors will').focus()
  await tabTo(page, 'Reject')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Ground')
  await page.keyboard.type('What it says')
  await tabTo(page, 'In your own words')
  await page.keyboard.type('Please send us the permit of the council.')
  await tabTo(page, 'Reject')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`“${bridge}” is rejected. The owner can read why.`)).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
}
