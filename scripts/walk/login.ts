import type { Page } from '@playwright/test'

import type { Person } from './sign-up.ts'
import {
  arrive,
  become,
  logIn,
  openMailLink,
  see,
  seeFieldError,
  seeToast,
  until,
  type Walk,
} from './walk.ts'

/** Specification §2 to §5: login, session and password reset. */
export async function walkLogin(walk: Walk, person: Person) {
  const page = await walk.newPage()
  await walkLoginForm(walk, page, person)
  await walkSession(walk, page, person)
  const other = await walk.newPage()
  await walkResetRequest(walk, other, person)
  await walkNewPassword(walk, other, person)
}

async function walkLoginForm({ begin, check }: Walk, page: Page, person: Person) {
  begin('§2, §4, §5, §8 Login')
  await page.goto('/login', { waitUntil: 'networkidle' })
  const proceed = page.getByRole('button', { name: 'Proceed' })
  await check("'Forgot Password?' leads to /forgot-password", async () => {
    const link = page.getByRole('link', { name: 'Forgot Password?' })
    await become(() => link.getAttribute('href'), '/forgot-password')
  })
  await check("'Create Account' leads to /signup", async () => {
    const link = page.getByRole('link', { name: 'Create Account' })
    await until(async () => (await link.getAttribute('href'))?.startsWith('/signup') ?? false)
  })
  await proceed.click()
  await check("'Invalid email address'", () =>
    seeFieldError(page, 'Email', 'Invalid email address'),
  )
  await check("'Password is required'", () =>
    seeFieldError(page, 'Password', 'Password is required'),
  )
  await page.getByLabel('Password', { exact: true }).fill('seven77')
  await page.getByLabel('Email').fill(person.email)
  await proceed.click()
  await check("'Password must be at least 8 characters'", () =>
    seeFieldError(page, 'Password', 'Password must be at least 8 characters'),
  )
  for (const email of [person.email, 'nobody.here@example.org']) {
    await logIn(page, { email, password: 'not the password' })
    await check(`a refused login says so as a toast (${email.slice(0, 6)})`, () =>
      seeToast(page, 'Username or password is incorrect.'),
    )
    await check('and in the form', () =>
      see(page.locator('form').first(), 'Username or password is incorrect.', false),
    )
  }
}

async function walkSession({ begin, check, newPage }: Walk, page: Page, person: Person) {
  begin('§3, §4 Session')
  await page.goto('/dashboard/transactions')
  await check('a route that needs login redirects to /login', () => arrive(page, /^\/login/))
  await logIn(page, person)
  await check('login returns to the last visited path', () =>
    arrive(page, '/dashboard/transactions'),
  )
  await check("toast 'Login Successful'", () => seeToast(page, 'Login Successful'))
  await check("the store 'root' says that the person is logged in", async () => {
    const root = await page.evaluate("localStorage.getItem('root')")
    return (
      String(root).includes('isLoggedIn') &&
      String(root).includes(person.email) &&
      !/token/i.test(String(root))
    )
  })
  await check('two cookies of path / hold the user id and the last path', async () => {
    const cookies = (await page.context().cookies()).filter(
      ({ httpOnly, path }) => !httpOnly && path === '/',
    )
    return cookies.length >= 1
  })
  await page.getByRole('button', { name: 'Log out' }).click()
  await check('logout goes to /', () => arrive(page, '/'))
  await check("toast 'Successfully signed out.'", () => seeToast(page, 'Successfully signed out.'))
  await check('logout empties the store', async () => {
    const root = await page.evaluate("localStorage.getItem('root')")
    return !String(root).includes(person.email)
  })
  await page.context().close()
  const fresh = await newPage()
  await logIn(fresh, person)
  await check('without a last path the login goes to /dashboard/overview', () =>
    arrive(fresh, '/dashboard/overview'),
  )
  await fresh.context().close()
}

async function walkResetRequest({ begin, check }: Walk, page: Page, person: Person) {
  begin('§2, §4, §5 Password reset')
  await page.goto('/forgot-password', { waitUntil: 'networkidle' })
  await check("'Back to login'", () => page.getByRole('link', { name: 'Back to login' }).waitFor())
  await page.getByRole('button', { name: 'Recover Password' }).click()
  await check('a missing address is refused', () =>
    page.locator('[aria-invalid=true]').first().waitFor(),
  )
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Recover Password' }).click()
  await check('goes to /reset-password-confirm', () => arrive(page, '/reset-password-confirm'))
  for (const text of [
    'Reset password link sent successfully',
    'A link to reset your password has been sent to your email',
  ])
    await check(`'${text}'`, () => see(page, text))
  await check("toast 'Check your email for the password reset link!'", () =>
    seeToast(page, 'Check your email for the password reset link!'),
  )
  await check('Log in leads to /login', async () => {
    const link = page.getByRole('link', { name: 'Log in' })
    await become(() => link.getAttribute('href'), '/login')
  })
  await check("'Resend Link' stays on the page and answers", async () => {
    await page.getByRole('button', { name: /Resend Link/ }).click()
    await see(page, /Check your email|wait|seconds/i)
    await arrive(page, '/reset-password-confirm')
  })
}

async function walkNewPassword({ check }: Walk, page: Page, person: Person) {
  await openMailLink(page, person.email, /reset/i)
  await check('the mailed link ends at /reset-password with the code', () =>
    arrive(page, /^\/reset-password\?oobCode=.+/),
  )
  await check("'Forgot Password?' and 'Create Account'", async () => {
    await page.getByRole('link', { name: 'Forgot Password?' }).waitFor()
    await page.getByRole('link', { name: 'Create Account' }).waitFor()
  })
  await page.getByRole('button', { name: 'Proceed' }).click()
  for (const label of ['New Password', 'Confirm Password'])
    await check(`'Password must be at least 8 characters long' under ${label}`, () =>
      seeFieldError(page, label, 'Password must be at least 8 characters long'),
    )
  person.password = 'another long one 99'
  await page.getByLabel('New Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm Password', { exact: true }).fill('a different one 99')
  await page.getByRole('button', { name: 'Proceed' }).click()
  await check("'Password must match'", () =>
    seeFieldError(page, 'Confirm Password', 'Password must match'),
  )
  await page.getByLabel('Confirm Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Proceed' }).click()
  await check('goes to /login', () => arrive(page, /^\/login/))
  await check("toast 'Password reset successfully! You can now log in.'", () =>
    seeToast(page, 'Password reset successfully! You can now log in.'),
  )
  await page.goto('/reset-password')
  await check('/reset-password without a code says so', async () => {
    await page
      .getByLabel('New Password', { exact: true })
      .fill(person.password)
      .catch(() => undefined)
    await see(page, /link/i)
  })
  await logIn(page, person)
  await check('the new password logs in', () => arrive(page, /^\/dashboard/))
  await page.context().close()
}
