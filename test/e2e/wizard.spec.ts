import type { Page } from '@playwright/test'

import { putDraft } from './forms.ts'
import { inDays, photograph, signIn } from './steps.ts'
import { expect, test } from './story.ts'

const long = 'The pump pays for itself within a year and lasts for ten.'

test('the wizard shows every validation message of the specification', async ({ ajo, person }) => {
  const page = await person()
  await signIn(page, ajo, 'owner')
  // Another story may have left a draft at a later tab.
  await putDraft(page, 0)
  await page.goto('/dashboard/campaigns/create')

  await test.step('Basic Information', async () => {
    await page.getByLabel('Campaign Title').fill('   ')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByLabel('Campaign Title')).toBeFocused()
    await expectErrors(page, [
      'Campaign Title is required',
      'Campaign Country is required',
      'Campaign City is required',
      'Campaign Category is required',
    ])
    await page.getByRole('tab', { name: 'Contact Information' }).click()
    await expect(page.getByLabel('Campaign Title')).toBeVisible()

    await page.getByLabel('Campaign Title').fill('A well for Ife')
    await page.getByLabel('Country').fill('Nigeria')
    await page.getByLabel('City').fill('Ife')
    await page.getByLabel('Category').selectOption('Career')
    await page.getByRole('button', { name: 'Next' }).click()
  })

  await test.step('Campaign Information', async () => {
    await page.getByLabel('Goal Amount').fill('99.99')
    await page.getByLabel('Start Date').fill(inDays(0))
    await page.getByLabel('End Date').fill(inDays(0))
    await page.getByLabel('Impact').fill('too short')
    await page.getByRole('button', { name: 'Next' }).click()
    await expectErrors(page, [
      'Campaign Description is required',
      'Campaign Goal Amount must be between ₦100 and ₦10,000,000,000',
      'Campaign Start Date must be in the future',
      'Campaign End Date must be after the Start Date',
      'Raise money for must be at least 50 characters',
      'Importance must be at least 50 characters',
      'Impact must be at least 50 characters',
      'Please add at least one photo.',
    ])

    const images = page.getByLabel('Images')
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }
    const huge = { name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(5_000_001) }
    await images.setInputFiles([text])
    await expect(page.getByText('One or more files are not valid images.').first()).toBeVisible()
    await images.setInputFiles([{ ...text, name: 'notes.gif', mimeType: 'image/gif' }])
    await expect(
      page.getByText('Only .jpg, .jpeg, .png and .webp formats are supported.').first(),
    ).toBeVisible()
    await images.setInputFiles([huge])
    await expect(page.getByText('Max image size is 5MB.').first()).toBeVisible()
    await expect(page.getByText(/^Max image size/)).toHaveCount(1)

    await page.getByLabel('Description').fill('Clean water for four hundred families.')
    await page.getByLabel('Goal Amount').fill('5000000')
    await page.getByLabel('Start Date').fill(inDays(2))
    await page.getByLabel('End Date').fill(inDays(60))
    for (const label of ['Raise Money For', 'Importance', 'Impact'])
      await page.getByLabel(label).fill(long)
    await images.setInputFiles([await photograph('well.jpg', '#68a')])
    await expect(page.getByLabel('Describe photo 1')).toBeVisible()
    await setFocusPoint(page)
    await page.getByRole('button', { name: 'Preview your page' }).click()
    const preview = page.getByRole('dialog', { name: 'Preview' })
    await expect(preview.getByRole('heading', { name: 'A well for Ife' })).toBeVisible()
    await expect(preview.getByRole('img').first()).toHaveCSS('object-position', '10% 80%')
    await preview.getByRole('link', { name: 'Donate' }).click()
    await preview.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
  })

  await test.step('Contact Information', async () => {
    await page.getByLabel('Email', { exact: true }).fill('ada@')
    await page.getByLabel('Phone Number').fill('0801234')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expectErrors(page, [
      'Name is required',
      'Invalid email address',
      'Phone Number must be at least 10 characters',
      'bank code is required',
      'account number is required',
    ])
    await page.getByLabel('Account Number').fill('12345')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('account number must be 10 digits').first()).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })
})

test.describe('without a connection for the code', () => {
  test.use({ losesRequests: true })
  test('a step of the wizard that cannot be loaded says so, and nothing typed is lost', async ({
    ajo,
    person,
  }) => {
    const page = await person()
    await signIn(page, ajo, 'owner')
    await putDraft(page, 0, { country: 'Nigeria', city: 'Ife', category: 'Career' })
    const code = /\/information-tab-[^/]+\.js$/
    await page.route(code, (route) => route.abort('connectionfailed'))
    await page.goto('/dashboard/campaigns/create')
    const title = page.getByLabel('Campaign Title')
    await title.fill('A well for Ilesa')
    await page.getByRole('button', { name: 'Next' }).click()
    const problem = page.getByRole('alert').filter({ hasText: 'We couldn’t load this part' })
    await expect(problem).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('Draft saved')).toBeVisible()
    await expect(title).toHaveValue('A well for Ilesa')

    await page.unroute(code)
    await problem.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('Description').fill('Clean water for four hundred families.')
    await page.getByRole('button', { name: 'Next' }).click()
    await expectErrors(page, ['Campaign Goal Amount is required'])
    await expect(title).toHaveValue('A well for Ilesa')
  })
})

/** By a drag on the photo, then by an arrow key. */
async function setFocusPoint(page: Page) {
  await page.getByLabel('Describe photo 1').fill('The dry well')
  await page.getByRole('button', { name: 'Set the focus point of photo 1' }).click()
  // The dialog is laid out anew when the photo has loaded.
  await expect(async () => {
    const target = page.getByTestId('focus-target')
    const { x, y, width, height } = (await target.boundingBox()) ?? failed()
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.1, y + height * 0.9, { steps: 3 })
    await page.mouse.up()
    await expect(page.getByLabel('From the left')).toHaveValue('10', { timeout: 1_000 })
  }).toPass()
  await page.getByLabel('From the top').press('ArrowDown')
  await expect(page.getByLabel('From the top')).toHaveValue('80')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByAltText('The dry well')).toHaveCSS('object-position', '10% 80%')
}

function failed(): never {
  throw new Error('the photo has no box')
}

/** Below their fields and together in the toast. */
async function expectErrors(page: Page, messages: string[]) {
  const toast = page.getByText(/^Validation Errors: /).last()
  for (const message of messages) {
    await expect(page.getByRole('tabpanel').getByText(message)).toBeVisible()
    await expect(toast).toContainText(message)
  }
  await page.getByRole('button', { name: 'Dismiss' }).last().click()
}
