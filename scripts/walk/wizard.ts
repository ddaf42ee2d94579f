import type { Page } from '@playwright/test'

import { plainPng } from './plain-png.ts'
import type { Person } from './sign-up.ts'
import { arrive, become, inDays, logIn, see, seeFieldError, seeToast, type Walk } from './walk.ts'

const tabs = ['Basic Information', 'Campaign Information', 'Contact Information']
const title = 'Lamps for the evening school of Ilesa'
const long =
  'Every evening sixty grown people learn to read here, and the lamps are broken since Easter.'
const information = [
  'Description',
  'Goal Amount',
  'Start Date',
  'End Date',
  'Raise Money For',
  'Importance',
  'Impact',
  'Images',
]

/** Specification §2, §4 and §5: the wizard and what follows a submission. */
export async function walkWizard(walk: Walk, person: Person) {
  const page = await walk.newPage()
  await logIn(page, person)
  await arrive(page, /^\/dashboard/)
  await page.goto('/dashboard/campaigns/create', { waitUntil: 'networkidle' })
  await walkBasic(walk, page)
  await walkInformation(walk, page)
  await walkPictures(walk, page)
  await walkContact(walk, page)
  await walkOwnCampaign(walk, page)
  await page.context().close()
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const isOpen = (page: Page, name: string) =>
  become(() => tab(page, name).getAttribute('aria-selected'), 'true')
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()

async function walkBasic({ begin, check }: Walk, page: Page) {
  begin('§2, §5 Wizard: Basic Information')
  await check('three tabs in their order', () =>
    become(async () => {
      const shown = await page.getByRole('tab').allInnerTexts()
      return shown.map((text) => text.replace(/^\d+\s*/, '').trim())
    }, tabs),
  )
  for (const label of ['Campaign Title', 'Country', 'City', 'Category'])
    await check(`field '${label}'`, () => page.getByLabel(label, { exact: true }).waitFor())
  for (const option of [
    'Select an option',
    'Education',
    'Health',
    'Emergency Assistance',
    'Career',
    'Community Development',
    'other',
  ])
    await check(`category '${option}'`, () =>
      page
        .getByLabel('Category')
        .getByRole('option', { name: option, exact: true })
        .waitFor({ state: 'attached' }),
    )
  await next(page)
  await check("toast 'Validation Errors: ' with the errors", () =>
    seeToast(
      page,
      /^Validation Errors: .*Campaign Title is required.*Campaign Category is required/s,
    ),
  )
  for (const label of ['Title', 'Country', 'City', 'Category']) {
    const field = label === 'Title' ? 'Campaign Title' : label
    await check(`'Campaign ${label} is required'`, () =>
      seeFieldError(page, field, `Campaign ${label} is required`),
    )
  }
  await check('the first tab stays open', () => isOpen(page, 'Basic Information'))
  await check('another tab cannot be opened while this one is invalid', async () => {
    await tab(page, 'Contact Information').click()
    await isOpen(page, 'Basic Information')
  })
  await page.getByLabel('Campaign Title').fill(title)
  await page.getByLabel('Country', { exact: true }).fill('Nigeria')
  await page.getByLabel('City', { exact: true }).fill('Ilesa')
  await page.getByLabel('Category', { exact: true }).selectOption('Education')
  await next(page)
  await check("'Next' opens the second tab", async () => {
    await page.getByLabel('Goal Amount').waitFor()
    await isOpen(page, 'Campaign Information')
  })
}

async function walkInformation({ begin, check }: Walk, page: Page) {
  begin('§2, §5 Wizard: Campaign Information')
  for (const label of information)
    await check(`field '${label}'`, () =>
      page.getByLabel(label, { exact: true }).first().waitFor({ state: 'attached' }),
    )
  await page.getByLabel('End Date').fill('2020-01-01')
  await page.getByLabel('Start Date').fill('2020-01-02')
  await next(page)
  await check("'Campaign Description is required'", () =>
    seeFieldError(page, 'Description', 'Campaign Description is required'),
  )
  await check("'Campaign Goal Amount is required'", () =>
    seeFieldError(page, 'Goal Amount', 'Campaign Goal Amount is required'),
  )
  await check('a start in the past is refused beside an empty goal', () =>
    seeFieldError(page, 'Start Date', 'Campaign Start Date must be in the future'),
  )
  await check('an end in the past is refused beside an empty goal', () =>
    seeFieldError(page, 'End Date', 'Campaign End Date must be after the Start Date'),
  )
  for (const label of ['Raise Money For', 'Importance', 'Impact'])
    await check(`${label} has at least 50 characters`, async () => {
      await page.getByLabel(label, { exact: true }).fill('x'.repeat(49))
      await page.getByLabel(label, { exact: true }).blur()
      await seeFieldError(page, label, 'must be at least 50')
    })
  await page.getByLabel('Description').fill('Twenty lamps with batteries, and a year of repairs.')
  await page.getByLabel('Goal Amount').fill('750000')
  await page.getByLabel('Start Date').fill(inDays(3))
  await page.getByLabel('End Date').fill(inDays(40))
  for (const label of ['Raise Money For', 'Importance', 'Impact'])
    await page.getByLabel(label, { exact: true }).fill(long)
}

async function walkPictures({ check }: Walk, page: Page) {
  const images = page.getByLabel('Images', { exact: true }).first()
  await images.setInputFiles({
    name: 'lamp.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from('GIF89a'),
  })
  await check("'Only .jpg, .jpeg, .png and .webp formats are supported.'", () =>
    see(page, 'Only .jpg, .jpeg, .png and .webp formats are supported.', false),
  )
  await images.setInputFiles({
    name: 'lamp.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(5_000_001),
  })
  await check("'Max image size is 5MB.'", () => see(page, 'Max image size is 5MB.', false))
  await images.setInputFiles({
    name: 'lamp.png',
    mimeType: 'image/png',
    buffer: plainPng(1_300, 900),
  })
  await check('a picture is taken', () =>
    page.getByRole('button', { name: /Remove photo 1/ }).waitFor(),
  )
  await next(page)
  await check("'Next' opens the third tab", async () => {
    await page.getByLabel('Account Number').waitFor()
    await isOpen(page, 'Contact Information')
  })
}

async function walkContact({ begin, check }: Walk, page: Page) {
  begin('§2, §5, §8 Wizard: Contact Information')
  const submit = page.getByRole('button', { name: 'Submit' })
  for (const label of ['Name', 'Email', 'Phone Number', 'Account Number', 'Bank'])
    await check(`field '${label}'`, () => page.getByLabel(label, { exact: true }).waitFor())
  await check("banks come from the provider's list", async () => {
    await page.getByRole('option', { name: 'Guaranty Trust Bank' }).waitFor({ state: 'attached' })
  })
  for (const label of ['Name', 'Email', 'Phone Number', 'Account Number'])
    await page.getByLabel(label, { exact: true }).fill('')
  await page.getByLabel('Phone Number').fill('080123456')
  await submit.click()
  const errors: Record<string, string> = {
    Name: 'Name is required',
    Email: 'Invalid email address',
    'Phone Number': 'Phone Number must be at least 10 characters',
    Bank: 'bank code is required',
    'Account Number': 'account number is required',
  }
  for (const [label, text] of Object.entries(errors))
    await check(`'${text}'`, () => seeFieldError(page, label, text))
  await page.getByLabel('Name', { exact: true }).fill('Tolani Walker')
  await page.getByLabel('Email', { exact: true }).fill('tolani@example.org')
  await page.getByLabel('Phone Number').fill('08012345678')
  await page.getByLabel('Bank', { exact: true }).selectOption({ label: 'Guaranty Trust Bank' })
  await page.getByLabel('Account Number').fill('0123456789')
  await page.getByRole('checkbox', { name: 'Yes, pay out to this account' }).check()
  await submit.click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Submission' })
  await check("'Confirm Submission' and its question", () =>
    see(dialog, 'Are you sure you want to submit this campaign?'),
  )
  await check('Cancel closes it', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })
  await submit.click()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await check('goes to /dashboard/profile', () => arrive(page, /^\/dashboard\/profile/))
  await check("toast 'Form submitted successfully'", () =>
    seeToast(page, 'Form submitted successfully'),
  )
  await check('the new campaign is shown at once', () => see(page, title))
}

async function walkOwnCampaign({ begin, check, newPage }: Walk, page: Page) {
  begin('§2, §4 The own campaign')
  await page.getByRole('tab', { name: 'Pending' }).click()
  const card = page.getByRole('article').filter({ hasText: title })
  await check('it is pending', () => card.waitFor())
  await check('its card shows the id', () => see(card, /[\da-f]{8}-[\da-f]{4}/))
  await check('it is not public', async () => {
    const visitor = await newPage()
    await visitor.goto('/dashboard/campaigns?q=evening+school+of+Ilesa', {
      waitUntil: 'networkidle',
    })
    const count = await visitor.getByText(title).count()
    await visitor.context().close()
    if (count > 0) throw new Error('is shown to visitors')
  })
  await card.getByRole('link').first().click()
  await page.getByRole('button', { name: 'Delete Campaign' }).click()
  await check("'Campaign deleted successfully'", async () => {
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /Delete/ })
      .click()
    await seeToast(page, 'Campaign deleted successfully')
  })
}
