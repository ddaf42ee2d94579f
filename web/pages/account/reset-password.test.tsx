import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { expectAccessible } from '#test/support/web/axe.ts'
import { fakeApi, nothing, refusal } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'

import * as forgotData from './forgot-password.data.ts'
import * as forgotScreen from './forgot-password.tsx'
import * as confirmData from './reset-password-confirm.data.ts'
import * as confirmScreen from './reset-password-confirm.tsx'
import * as resetData from './reset-password.data.ts'
import * as resetScreen from './reset-password.tsx'

const forgot = { ...forgotScreen, ...forgotData }
const confirm = { ...confirmScreen, ...confirmData }
const reset = { ...resetScreen, ...resetData }

const routes = [
  { path: '/forgot-password', ...forgot },
  { path: '/reset-password-confirm', ...confirm },
  { path: '/reset-password', ...reset },
]
const open = (at: string) => renderRoutes(at, routes)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('the forgot-password screen', () => {
  it('requests a link and confirms that it was sent', async () => {
    const api = fakeApi({ 'POST /api/account/reset': nothing })
    const { address } = open('/forgot-password')
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com')
    await press('Recover Password')

    expect(
      await screen.findByText('Check your email for the password reset link!'),
    ).toBeInTheDocument()
    expect(
      await screen.findByRole('heading', { name: 'Reset password link sent successfully' }),
    ).toBeInTheDocument()
    expect(address()).toBe('/reset-password-confirm')
    expect(api.sent('POST /api/account/reset')).toEqual([{ email: 'ada@example.com' }])
  })

  it('requires a valid email address', async () => {
    const api = fakeApi({})
    open('/forgot-password')
    await userEvent.type(await screen.findByLabelText('Email'), 'ada')
    await press('Recover Password')
    expect(await screen.findByText('Invalid email address')).toBeInTheDocument()
    expect(api.received).toEqual([])
    expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login')
    await expectAccessible()
  })
})

describe('the confirmation that a link was sent', () => {
  it('sends the link again to the same address', async () => {
    const api = fakeApi({ 'POST /api/account/reset': nothing })
    document.cookie = 'resetEmail=0%20ada%40example.com; Path=/'
    open('/reset-password-confirm')
    expect(
      await screen.findByText('A link to reset your password has been sent to your email'),
    ).toBeInTheDocument()
    await press('Resend Link')

    expect(
      await screen.findByText('Check your email for the password reset link!'),
    ).toBeInTheDocument()
    expect(api.sent('POST /api/account/reset')).toEqual([{ email: 'ada@example.com' }])
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
    await expectAccessible()
  })

  it('waits until a minute after the request before it sends another link', async () => {
    fakeApi({})
    document.cookie = `resetEmail=${Date.now() - 20_000}%20ada%40example.com; Path=/`
    open('/reset-password-confirm')
    expect(
      (await screen.findAllByText(/^You can try again in (39|40) seconds\.$/))[0],
    ).toBeVisible()
    expect(screen.getByRole('button', { name: 'Resend Link' })).toBeDisabled()
  })

  it('asks for the address if it is unknown', async () => {
    const api = fakeApi({})
    const { address } = open('/reset-password-confirm')
    await screen.findByRole('button', { name: 'Resend Link' })
    await press('Resend Link')
    await expect.poll(address).toBe('/forgot-password')
    expect(api.received).toEqual([])
  })

  it('shows an error response', async () => {
    fakeApi({ 'POST /api/account/reset': refusal(429, 'too-many-requests') })
    document.cookie = 'resetEmail=0%20ada%40example.com; Path=/'
    open('/reset-password-confirm')
    await screen.findByRole('button', { name: 'Resend Link' })
    await press('Resend Link')
    expect(await screen.findByText(/^Too many attempts/)).toBeInTheDocument()
  })
})

describe('the reset-password screen', () => {
  const fillIn = async (newPassword: string, confirmPassword: string) => {
    await userEvent.type(await screen.findByLabelText('New Password'), newPassword)
    await userEvent.type(screen.getByLabelText('Confirm Password'), confirmPassword)
    await press('Proceed')
  }

  it('sets the new password with the code of the URL and goes to the login page', async () => {
    const api = fakeApi({ 'POST /api/account/reset/apply': nothing })
    const { address } = open('/reset-password?oobCode=code-1')
    await fillIn('correct horse', 'correct horse')

    expect(
      await screen.findByText('Password reset successfully! You can now log in.'),
    ).toBeInTheDocument()
    await expect.poll(address).toBe('/login')
    expect(api.sent('POST /api/account/reset/apply')).toEqual([
      { newPassword: 'correct horse', confirmPassword: 'correct horse', code: 'code-1' },
    ])
  })

  it.each([
    ['short', 'short', 'New Password', 'Password must be at least 8 characters long'],
    ['correct horse', 'another horse', 'Confirm Password', 'Password must match'],
  ])('shows an error under the field for %j and %j', async (one, other, label, message) => {
    const api = fakeApi({})
    open('/reset-password?oobCode=code-1')
    await fillIn(one, other)
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText(label))
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(new RegExp(`${message}$`))
    expect(api.received).toEqual([])
    await expectAccessible()
  })

  it('says when the code has expired', async () => {
    fakeApi({ 'POST /api/account/reset/apply': refusal(400, 'expired-action-code') })
    open('/reset-password?oobCode=code-1')
    await fillIn('correct horse', 'correct horse')
    expect(
      await screen.findByText('This link has expired. Please request a new one.'),
    ).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute(
      'href',
      '/forgot-password',
    )
    expect(screen.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', '/signup')
  })
})
