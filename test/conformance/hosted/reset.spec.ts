import { expectMessage, expectToast, fill, press, getToast } from '../screen.ts'
import { expect, password, signUp, test } from './hosted.ts'

const next = 'harmattan kite 12'
const long = 'Password must be at least 8 characters long'

test('a forgotten password is reset by the mailed link', async ({ row, visitor: page, hosted }) => {
  const { edge } = hosted
  const { email } = await signUp(page, hosted)
  await page.context().clearCookies()
  await page.goto('/forgot-password', { waitUntil: 'networkidle' })

  await row('5.13', async () => {
    await fill(page, { Email: 'not an address' })
    await press(page, 'Recover Password')
    await expectMessage(page, 'Email', 'Invalid email address')
  })
  await fill(page, { Email: email })
  await press(page, 'Recover Password')
  await row('8.16', async () => {
    await expectToast(page, 'Check your email for the password reset link!')
    await expect(page).toHaveURL(/\/reset-password-confirm$/)
  })
  await expect.poll(() => edge.google.issued.at(-1)?.requestType).toBe('PASSWORD_RESET')
  await row('7.4', async () => {
    const { path, body } = edge.last('accounts:sendOobCode')
    expect(path).toBe('/v1/projects/ajo-recorded/accounts:sendOobCode')
    expect(body).toEqual({ requestType: 'PASSWORD_RESET', email, returnOobLink: true })
  })
  const code = edge.codeMailedTo(email)
  await page.goto(`/handle-action?mode=resetPassword&oobCode=${code}`)
  await expect(page).toHaveURL(`/reset-password?oobCode=${code}`)
  await row('7.5', async () => {
    expect(edge.last('accounts:resetPassword').body).toEqual({ oobCode: code })
  })
  await page.waitForLoadState('networkidle')
  await row('5.14', async () => {
    await fill(page, { 'New Password': 'seven77', 'Confirm Password': 'seven77' })
    await press(page, 'Proceed')
    await expectMessage(page, 'New Password', long)
    await expectMessage(page, 'Confirm Password', long)
  })
  await row('5.15', async () => {
    await fill(page, { 'New Password': next, 'Confirm Password': `${next}!` })
    await press(page, 'Proceed')
    await expectMessage(page, 'Confirm Password', 'Password must match')
  })
  await row('8.12', async () => {
    edge.refuseIdentity('accounts:resetPassword', 'EXPIRED_OOB_CODE')
    await fill(page, { 'New Password': next, 'Confirm Password': next })
    await press(page, 'Proceed')
    await expectToast(page, 'This link has expired. Please request a new one.')
  })
  await fill(page, { 'New Password': next, 'Confirm Password': next })
  await press(page, 'Proceed')
  await row('8.17', () =>
    expect(getToast(page, 'Password reset successfully! You can now log in.')).toBeVisible(),
  )
  await row('4.7', async () => {
    await expect(page).toHaveURL(/\/login$/)
    await page.goBack()
    for (const label of ['New Password', 'Confirm Password'])
      await expect(page.getByLabel(label, { exact: true })).toHaveValue('')
  })
  await row('7.6', async () => {
    expect(edge.last('accounts:resetPassword').body).toEqual({ oobCode: code, newPassword: next })
    const logIn = (typed: string) =>
      page.request.post('/api/session', {
        data: { email, password: typed },
        headers: { origin: hosted.url },
      })
    expect((await logIn(password)).status()).toBe(401)
    expect((await logIn(next)).status()).toBe(200)
  })
})

test('a verification link is sent again, and an unknown one is named', async ({
  row,
  visitor: page,
  hosted: { edge, url },
}) => {
  const email = 'unverified@example.org'
  const names = { firstname: 'Ada', lastname: 'Obi', gender: 'Female', terms: true }
  await page.request.post('/api/account', {
    data: { ...names, email, password, confirmPassword: password },
    headers: { origin: url },
  })
  await page.goto('/email-verification', { waitUntil: 'networkidle' })
  await row('8.12', async () => {
    edge.refuseProject('accounts:sendOobCode', 'TOO_MANY_ATTEMPTS_TRY_LATER')
    await press(page, 'Resend Link')
    await expectToast(page, 'Too many attempts. Please wait a moment and try again.')
  })
  await row('8.18', async () => {
    const before = edge.codeMailedTo(email)
    await press(page, 'Resend Link')
    await expectToast(page, 'Verification email sent! Check your inbox.')
    expect(edge.codeMailedTo(email)).not.toBe(before)
  })
  await page.goto('/handle-action?mode=signIn&oobCode=abc')
  await row('8.29', () => expect(getToast(page, 'Unknown mode')).toBeVisible())
})
