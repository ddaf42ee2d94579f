import { randomUUID } from 'node:crypto'

import { goodCard } from './steps.ts'
import { expect, test } from './story.ts'
import { tabTo } from './tab-to.ts'

test('signs up with the keyboard only', async ({ person }) => {
  const page = await person()
  const email = `keys.${randomUUID().slice(0, 8)}@example.org`
  await page.goto('/signup')
  await tabTo(page, 'First Name')
  await page.keyboard.press('Enter')
  await expect(page.getByText('First Name is required')).toBeVisible()
  await expect(page.getByLabel('First Name')).toBeFocused()

  const answers: [string, string][] = [
    ['First Name', 'Ada'],
    ['Last Name', 'Obi'],
    ['Email Address', email],
    ['Gender', 'F'],
    ['Password', 'by keyboard alone'],
    ['Confirm Password', 'by keyboard alone'],
  ]
  for (const [name, text] of answers) {
    await tabTo(page, name)
    await page.keyboard.type(text)
  }
  await tabTo(page, 'I agree to the Terms of service and Privacy policy')
  await page.keyboard.press('Space')
  await tabTo(page, 'Proceed')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/email-verification$/)
})

test('a search suggests campaigns of any page after a pause in typing, on a phone too', async ({
  person,
}) => {
  const page = await person({ viewport: { width: 360, height: 780 } })
  for (const [path, label] of [
    ['/terms', 'Search for a campaign'],
    ['/campaigns?place=Jos', 'Search campaigns'],
  ] as const) {
    await page.goto(path)
    const field = page.getByLabel(label, { exact: true }).last()
    if (!(await field.isVisible())) await page.locator('header summary').click()
    await field.focus()
    await field.pressSequentially('Tractor')
    await expect(page.locator('datalist option[value$="of Gboko"]')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/q=Tractor/)
  }
})

test('finds a campaign by a misspelt word, donates and reads the receipt with the keyboard only', async ({
  person,
}) => {
  const page = await person()
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await tabTo(page, 'Search for a campaign')
  // Other stories copy the reading room until it is on a further page.
  await page.keyboard.type('tracter farmrs Gboko')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/campaigns\?q=tracter\+farmrs\+Gboko$/)
  await tabTo(page, 'View Project: A tractor for the young farmers of Gboko')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/c\//)
  const title = await page.getByRole('heading', { level: 1 }).textContent()
  await tabTo(page, 'Donate')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/donate$/)
  await tabTo(page, 'Amount')
  await page.keyboard.type('1500')
  await tabTo(page, 'Email address')
  await page.keyboard.type('keys@example.org')
  await tabTo(page, 'Pay now!')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Card number')
  await page.keyboard.type(goodCard.number)
  await tabTo(page, 'Expiry date')
  await page.keyboard.type('12/30')
  await tabTo(page, 'CVV')
  await page.keyboard.type(goodCard.cvv)
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('heading', { name: 'Thank you! Your donation went through.' }),
  ).toBeVisible()
  await expect(page.getByText(title ?? '').first()).toBeVisible()
  await tabTo(page, 'Download receipt (PDF)')
})
