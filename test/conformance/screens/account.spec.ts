import { randomUUID } from 'node:crypto'

import type { Page } from '@playwright/test'

import { fillSignUp } from '../../e2e/forms.ts'
import { listMails, logIn, readMailedLink, untilHydrated } from '../../e2e/steps.ts'
import { expectOrder } from '../screen.ts'
import { expect, test } from '../walk.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const link = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('link', { name, exact: true })
const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true })
const password = (page: Page, name: string) => page.getByLabel(name, { exact: true })

test('the account pages have their forms, panel and links', async ({ row, person }) => {
  const page = await person()
  await page.goto('/login')
  await row(['2.3', '2.20'], async () => {
    await expect(title(page)).toHaveText('Welcome back!')
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    await expect(password(page, 'Password')).toHaveAttribute('type', 'password')
    await expectOrder(page.locator('main form'), ['email', 'password'])
    await expect(button(page, 'Proceed')).toHaveAttribute('type', 'submit')
    await expect(link(page, 'Forgot Password?')).toHaveAttribute('href', '/forgot-password')
    await expect(link(page, 'Create Account')).toHaveAttribute('href', '/signup')
  })
  const panel = page.getByRole('complementary')
  await row('1.2', async () => {
    await expect(panel.getByRole('heading')).toHaveText(
      'Empowering Dreams, One Contribution at a Time',
    )
    await expect(panel).toContainText('Together, we can fund the future we believe in.')
  })
  await row('2.13', async () => {
    const form = await page.locator('main form').boundingBox()
    const box = await panel.boundingBox()
    expect(box?.x).toBeCloseTo(1280 * 0.6, 0)
    expect(box?.width).toBeCloseTo(1280 * 0.4, 0)
    expect((form?.x ?? 0) + (form?.width ?? 1280)).toBeLessThan(1280 * 0.6)
    await page.setViewportSize({ width: 1000, height: 800 })
    await expect(panel).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(panel).toBeVisible()
  })
  await row('2.14', async () => {
    await expect(page.getByRole('link', { name: 'Ajo home' })).toHaveAttribute('href', '/')
  })

  await page.goto('/signup')
  await row('2.17', async () => {
    for (const name of ['First Name', 'Last Name'])
      await expect(page.getByLabel(name)).toBeEditable()
    await expect(page.getByLabel('Email Address')).toHaveAttribute('type', 'email')
    await expect(page.getByLabel('Gender').getByRole('option')).toHaveText([
      'Select an option',
      'Male',
      'Female',
      'Other',
    ])
    for (const name of ['Password', 'Confirm Password'])
      await expect(password(page, name)).toHaveAttribute('type', 'password')
    await expectOrder(page.locator('main form'), [
      'firstname',
      'lastname',
      'email',
      'gender',
      'password',
      'confirmPassword',
    ])
    await expect(link(page, 'Log in')).toHaveAttribute('href', '/login')
  })
  await row('2.18', async () => {
    const terms = page.getByRole('checkbox', { name: /terms of service.*privacy policy/i })
    await expect(terms).not.toBeChecked()
    await expect(link(page, /terms of service/i)).toHaveAttribute('href', '/terms')
    await expect(link(page, /privacy policy/i)).toHaveAttribute('href', '/privacy')
  })
  await row('2.19', async () => {
    await expect(button(page, 'Proceed')).toHaveAttribute('type', 'submit')
  })

  await page.goto('/forgot-password')
  await row('2.21', async () => {
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    await expect(button(page, 'Recover Password')).toBeVisible()
  })
  await row('2.22', async () => {
    await expect(link(page, 'Back to login')).toHaveAttribute('href', '/login')
  })

  await page.goto('/reset-password?oobCode=unknown')
  await row('2.26', async () => {
    await expect(link(page, 'Forgot Password?')).toHaveAttribute('href', '/forgot-password')
    await expect(link(page, 'Create Account')).toHaveAttribute('href', '/signup')
  })

  await page.goto('/handle-action?mode=somethingElse&oobCode=unknown')
  await row('2.34', async () => {
    await expect(page.getByText('Unknown mode', { exact: true }).first()).toBeVisible()
    await expect(page).toHaveURL(/\/handle-action/)
  })
})

test('a new account is confirmed by mail before the dashboard opens', async ({ row, person }) => {
  const page = await person()
  const mark = randomUUID().slice(0, 8)
  const ada = { email: `ada.${mark}@example.org`, password: `well and truly ${mark}` }

  await page.goto('/signup')
  await untilHydrated(page.getByLabel('First Name'))
  await fillSignUp(page, ada)
  await button(page, 'Proceed').click()
  await row(['2.2', '2.7'], async () => {
    await expect(page).toHaveURL(/\/email-verification$/)
    await expect(page.getByText('Account created! Please verify your email.')).toBeVisible()
  })
  await page.waitForURL(/\/email-verification$/)
  await row('2.27', async () => {
    await expect(title(page)).toHaveText('Your account was created successfully')
    await expect(page.getByText(/Please click the activation link in the email/)).toBeVisible()
  })
  await row(['2.53', '6.2'], async () => {
    for (const path of ['overview', 'campaigns', 'transactions', 'profile', 'settings']) {
      await page.goto(`/dashboard/${path}`)
      await expect(page).toHaveURL(/\/email-verification$/)
    }
  })
  await page.goto('/email-verification')
  await row('2.28', async () => {
    const resend = button(page, 'Resend Link')
    await page.clock.setFixedTime(Date.now() + 60_000)
    await expect(resend).toBeEnabled()
    await resend.click()
    await expect(page.getByText('Verification email sent! Check your inbox.')).toBeVisible()
    const countMails = async () =>
      (await listMails(page)).filter(({ to }) => to === ada.email).length
    await expect.poll(countMails, { timeout: 180_000 }).toBe(2)
  })

  const mail = { to: ada.email, subject: /confirm|verify/i, path: 'mode=verifyEmail' }
  const mailed = await readMailedLink(page, mail)
  await row('2.9', async () => {
    const { pathname, searchParams } = new URL(mailed)
    expect(pathname).toBe('/handle-action')
    expect(searchParams.get('mode')).toBe('verifyEmail')
    expect(searchParams.get('oobCode')).toMatch(/\S{20}/)
  })
  await row('2.31', async () => {
    const reader = await person({ javaScriptEnabled: false })
    await reader.goto(mailed)
    await expect(reader.getByText('Handling in progress…')).toBeAttached()
  })
  await page.goto(mailed)
  await page.waitForURL((url) => url.pathname !== '/handle-action')
  await row(['2.8', '2.33'], async () => {
    await expect(page).toHaveURL(/\/email-verified-success$/)
  })
  await page.goto('/email-verified-success')
  await row('2.30', async () => {
    await expect(title(page)).toHaveText('Verification Successful')
    await expect(page.getByText(/account is verified and activated/)).toBeVisible()
    await expect(link(page, 'Log in')).toHaveAttribute('href', '/login')
  })
  await row('2.29', async () => {
    const visitor = await person()
    await visitor.goto('/email-verification')
    await expect(link(visitor, 'Log in')).toHaveAttribute('href', '/login')
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/login')
    await page.goto('/email-verification')
    await asked
  })
  await row('1.5', async () => {
    const other = await person()
    await logIn(other, { ...ada, password: 'another password' })
    await expect(other.getByText('Username or password is incorrect.').first()).toBeVisible()
    await logIn(other, ada)
    await expect(other).toHaveURL(/\/dashboard\/overview$/)
  })
})

test('a forgotten password is reset by mail', async ({ row, person, ajo }) => {
  const page = await person()
  const donor = ajo.person('donor')
  await page.goto('/forgot-password')
  await untilHydrated(page.getByLabel('Email'))
  await page.getByLabel('Email').fill(donor.email)
  await button(page, 'Recover Password').click()
  await row(['2.4', '2.5'], async () => {
    await expect(page).toHaveURL(/\/reset-password-confirm$/)
    await expect(page.getByText('Check your email for the password reset link!')).toBeVisible()
  })
  await page.waitForURL(/\/reset-password-confirm$/)
  await row('2.23', async () => {
    await expect(title(page)).toHaveText('Reset password link sent successfully')
    await expect(page.getByRole('main')).toContainText(
      'A link to reset your password has been sent to your email',
    )
  })
  await row('2.24', async () => {
    await expect(link(page, 'Log in')).toHaveAttribute('href', '/login')
    const resend = button(page, 'Resend Link')
    await expect(resend).toBeDisabled()
    await page.clock.setFixedTime(Date.now() + 60_000)
    await expect(resend).toBeEnabled()
    const sent = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await resend.click()
    expect((await sent).request().postData() ?? '').toContain(donor.email)
    await expect(page).toHaveURL(/\/reset-password-confirm$/)
  })

  const mail = { to: donor.email, subject: /Reset your password/, path: '/handle-action' }
  const mailed = new URL(await readMailedLink(page, mail))
  await page.goto(mailed.href)
  const code = mailed.searchParams.get('oobCode') ?? ''
  await row('2.32', async () => {
    expect(mailed.searchParams.get('mode')).toBe('resetPassword')
    expect(code).toMatch(/\S{20}/)
    const { pathname, searchParams } = new URL(page.url())
    expect(pathname).toBe('/reset-password')
    expect(searchParams.get('oobCode')).toBe(code)
    await page.goto('/handle-action?mode=resetPassword&oobCode=unknown')
    await expect(title(page)).toHaveText('This link does not work')
  })
  await page.goto(`/reset-password?oobCode=${code}`)
  await untilHydrated(password(page, 'New Password'))
  await row(['2.6', '2.25'], async () => {
    await password(page, 'New Password').fill(donor.password)
    await password(page, 'Confirm Password').fill(donor.password)
    await button(page, 'Proceed').click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByText('Password reset successfully! You can now log in.')).toBeVisible()
    await logIn(page, donor)
    await expect(page).toHaveURL(/\/dashboard\/overview$/)
  })
})

test('logging in leads to the last visited path', async ({ row, person, ajo }) => {
  await row('2.54', async () => {
    const page = await person()
    await page.goto('/dashboard/campaigns?category=Health')
    await expect(title(page)).toHaveText('Campaigns')
    // The script that keeps the path loads after the screen.
    const readNames = async () => (await page.context().cookies()).map((cookie) => cookie.name)
    await expect.poll(readNames).toContain('lastPath')
    await logIn(page, ajo.person('owner'))
    await expect(page).toHaveURL(/\/dashboard\/campaigns\?category=Health$/)
    const other = await person()
    await logIn(other, ajo.person('owner'))
    await expect(other).toHaveURL(/\/dashboard\/overview$/)
  })
})
