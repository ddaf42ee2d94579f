import type { Page } from '@playwright/test'

import type { Person } from './sign-up.ts'
import { arrive, become, logIn, see, seeFieldError, seeToast, until, type Walk } from './walk.ts'

/** Specification §2 and §5: settings and profile. */
export async function walkOwnPages(walk: Walk, person: Person) {
  const page = await walk.newPage()
  await logIn(page, person)
  await arrive(page, /^\/dashboard/)
  await walkSettings(walk, page)
  await walkPassword(walk, page, person)
  await walkFeedback(walk, page)
  await walkProfile(walk, page)
  await page.context().close()
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

async function walkSettings({ begin, check }: Walk, page: Page) {
  begin('§2, §5 Settings')
  await page.goto('/dashboard/settings', { waitUntil: 'networkidle' })
  await page.getByRole('tab').last().waitFor()
  await check('three tabs in their order', () =>
    become(() => page.getByRole('tab').allInnerTexts(), ['Edit Profile', 'Security', 'Feedback']),
  )
  await page.getByLabel('First Name').fill('')
  await page.getByLabel('Last Name').fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  for (const label of ['First Name', 'Last Name'])
    await check(`'${label} is required'`, () => seeFieldError(page, label, `${label} is required`))
  await page.getByLabel('First Name').fill('Tolani')
  await page.getByLabel('Last Name').fill('Walker')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await check("'Profile updated successfully!'", () =>
    seeToast(page, 'Profile updated successfully!'),
  )
  await tab(page, 'Security').click()
  await page.getByRole('button', { name: 'Update Password' }).click()
  await check("'Current password is required'", () =>
    seeFieldError(page, 'Current Password', 'Current password is required'),
  )
  await check("'Password must be at least 8 characters'", () =>
    seeFieldError(page, 'New Password', 'Password must be at least 8 characters'),
  )
  await check("'Confirm Password must be at least 8 characters'", () =>
    seeFieldError(page, 'Confirm Password', 'Confirm Password must be at least 8 characters'),
  )
}

async function walkPassword({ check }: Walk, page: Page, person: Person) {
  const fill = async (current: string, first: string, second: string) => {
    await page.getByLabel('Current Password', { exact: true }).fill(current)
    await page.getByLabel('New Password', { exact: true }).fill(first)
    await page.getByLabel('Confirm Password', { exact: true }).fill(second)
    await page.getByRole('button', { name: 'Update Password' }).click()
  }
  await fill(person.password, 'a third long one 11', 'a fourth long one 11')
  await check("'Password must match'", () =>
    seeFieldError(page, 'Confirm Password', 'Password must match'),
  )
  await check("'New password and confirm password do not match'", () =>
    see(page, 'New password and confirm password do not match', false),
  )
  await fill(person.password, 'a third long one 11', 'a third long one 11')
  await check("'Password updated successfully!'", () =>
    seeToast(page, 'Password updated successfully!'),
  )
  person.password = 'a third long one 11'
  await check('the form is cleared', () =>
    become(() => page.getByLabel('Current Password', { exact: true }).inputValue(), ''),
  )
}

async function walkFeedback({ check }: Walk, page: Page) {
  await tab(page, 'Feedback').click()
  await check("'Send us your feedback'", () => see(page, 'Send us your feedback'))
  await page.getByRole('button', { name: 'Submit' }).click()
  await check("'Feedback is required'", () => see(page, 'Feedback is required', false))
  await page.getByRole('textbox').first().fill('The walk was pleasant.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await check('a sent feedback empties the form', () =>
    until(async () => (await page.getByRole('textbox').first().inputValue()) === ''),
  )
  await page.reload({ waitUntil: 'networkidle' })
  await check('the open tab is remembered', () =>
    become(() => tab(page, 'Feedback').getAttribute('aria-selected'), 'true'),
  )
}

async function walkProfile({ begin, check }: Walk, page: Page) {
  begin('§2 Profile')
  await page.goto('/dashboard/profile', { waitUntil: 'networkidle' })
  await check('full name', () => page.getByRole('heading', { name: 'Tolani Walker' }).waitFor())
  await check('a handle', () => see(page, /^@\w+/))
  await check("'~ … on the product'", () => see(page, /^~ .+ on the product$/))
  await check("'Edit Profile' leads to the settings", () =>
    become(
      () => page.getByRole('link', { name: 'Edit Profile' }).getAttribute('href'),
      '/dashboard/settings',
    ),
  )
  await check('tabs in their order', () =>
    become(() => page.getByRole('tab').allInnerTexts(), ['All', 'Approved', 'Pending', 'Rejected']),
  )
  const empty = {
    All: 'No campaign',
    Approved: 'No approved campaign',
    Pending: 'No pending campaign',
    Rejected: 'No rejected campaign',
  }
  for (const [name, text] of Object.entries(empty)) {
    await page.getByRole('tab', { name, exact: true }).click()
    await check(`'${text}'`, () => see(page, text, false))
  }
  await page.reload({ waitUntil: 'networkidle' })
  await check('the open tab is remembered', () =>
    become(() => page.getByRole('tab', { name: 'Rejected' }).getAttribute('aria-selected'), 'true'),
  )
  await page.goto('/dashboard/transactions')
  await check("'No active transactions'", () => see(page, 'No active transactions', false))
}
