import type { Page } from '@playwright/test'

import { arrive, logIn, openMailLink, see, seeFieldError, seeToast, type Walk } from './walk.ts'

export type Person = { email: string; password: string }

const signUpErrors: [string, string][] = [
  ['First Name', 'First Name is required'],
  ['Last Name', 'Last Name is required'],
  ['Gender', 'Gender is required'],
  ['Password', 'Password must be at least 8 characters'],
  ['Confirm Password', 'Confirm Password must be at least 8 characters'],
]

/** Specification §2 and §5: sign-up and verification. Returns the new person. */
export async function walkSignUp(walk: Walk): Promise<Person> {
  const person = { email: `walk.${Date.now()}@example.org`, password: 'eight or more 88' }
  const page = await walk.newPage()
  await walkForm(walk, page, person)
  await walkVerification(walk, page, person)
  await page.context().close()
  return person
}

async function walkForm({ begin, check }: Walk, page: Page, person: Person) {
  begin('§2, §5 Sign-up')
  await page.goto('/signup', { waitUntil: 'networkidle' })
  for (const label of [
    'First Name',
    'Last Name',
    'Email Address',
    'Gender',
    'Password',
    'Confirm Password',
  ])
    await check(`field '${label}'`, () => page.getByLabel(label, { exact: true }).waitFor())
  for (const option of ['Select an option', 'Male', 'Female', 'Other'])
    await check(`gender '${option}'`, () =>
      page
        .getByLabel('Gender')
        .getByRole('option', { name: option, exact: true })
        .waitFor({ state: 'attached' }),
    )
  await check('terms name the terms of service and the privacy policy', async () => {
    await page.getByRole('checkbox', { name: /terms of service.*privacy policy/i }).waitFor()
  })
  await check('a link to log in', () =>
    page.getByRole('link', { name: 'Log in' }).first().waitFor(),
  )
  await check("'Show password' and 'Hide password'", async () => {
    await page.getByRole('button', { name: 'Show password' }).first().click()
    await page.getByRole('button', { name: 'Hide password' }).first().click()
  })
  await page.getByRole('button', { name: 'Proceed' }).click()
  for (const [label, text] of signUpErrors)
    await check(`'${text}' under its field`, () => seeFieldError(page, label, text))
  await check('a missing acceptance has a message', () =>
    see(page, /You must accept the terms and conditions|Terms and Conditions is required/),
  )
  await fillSignUp(page, { ...person, email: 'not an address' })
  await page.getByRole('button', { name: 'Proceed' }).click()
  await check('an invalid address is refused', async () => {
    await page.locator('[autocomplete=email][aria-invalid=true]').waitFor()
  })
  await fillSignUp(page, person)
  await page.getByLabel('Confirm Password', { exact: true }).fill(`${person.password}!`)
  await page.getByRole('button', { name: 'Proceed' }).click()
  await check("'Password must match' on the second password", () =>
    seeFieldError(page, 'Confirm Password', 'Password must match'),
  )
  await page.getByLabel('Confirm Password', { exact: true }).fill(person.password)
  await check('the error goes when the field is right', async () => {
    await page.getByText('Password must match').waitFor({ state: 'hidden' })
  })
  await page.getByRole('button', { name: 'Proceed' }).click()
  await check('goes to /email-verification', () => arrive(page, '/email-verification'))
  await check("toast 'Account created! Please verify your email.'", () =>
    seeToast(page, 'Account created! Please verify your email.'),
  )
}

async function fillSignUp(page: Page, { email, password }: Person) {
  await page.getByLabel('First Name').fill('Tola')
  await page.getByLabel('Last Name').fill('Walker')
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Gender').selectOption('Other')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(password)
  await page.getByRole('checkbox').check()
}

async function walkVerification({ begin, check, newPage }: Walk, page: Page, person: Person) {
  begin('§2 Email verification')
  await check("'Your account was created successfully'", () =>
    see(page, 'Your account was created successfully'),
  )
  await check('asks to click the activation link', () => see(page, /click the activation link/i))
  await check('a Log in link', () => page.getByRole('link', { name: 'Log in' }).waitFor())
  for (const path of ['overview', 'campaigns', 'profile', 'settings', 'transactions'])
    await check(
      `/dashboard/${path} sends an unverified person to /email-verification`,
      async () => {
        await page.goto(`/dashboard/${path}`)
        await arrive(page, '/email-verification')
      },
    )
  await check("'Resend Link' is there", () =>
    page.getByRole('button', { name: /Resend Link/ }).waitFor(),
  )
  await openMailLink(page, person.email, /confirm|verify/i)
  await check('the mailed link ends at /email-verified-success', () =>
    arrive(page, '/email-verified-success'),
  )
  await check("'Verification Successful'", () => see(page, 'Verification Successful'))
  await check('says verified and activated', () => see(page, /verified and activated/))
  await check('links to log in', async () => {
    await page.getByRole('link', { name: 'Log in' }).click()
    await arrive(page, /^\/(login|dashboard)/)
  })
  const other = await newPage()
  await logIn(other, person)
  await arrive(other, /^\/dashboard/)
  await check('a verified person on /email-verification is sent on', async () => {
    await other.goto('/email-verification')
    await arrive(other, /^\/(login|dashboard)/)
  })
  await check('/login leads a person who is logged in on', async () => {
    await other.goto('/login')
    await arrive(other, /^\/dashboard/)
  })
  await other.context().close()
}
