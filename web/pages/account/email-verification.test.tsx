import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { adaAccount } from '#test/support/web/accounts.ts'
import { expectAccessible } from '#test/support/web/axe.ts'
import { fakeApi, nothing, refusal } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'

import * as verificationData from './email-verification.data.ts'
import * as verificationScreen from './email-verification.tsx'

const verification = { ...verificationScreen, ...verificationData }

const unverified = { account: { ...adaAccount, emailVerified: false } }
const open = () =>
  renderRoutes('/email-verification', [{ path: '/email-verification', ...verification }])

describe('the email-verification screen (specification §2)', () => {
  it('says that the account was created and where the link was sent', async () => {
    fakeApi({ 'GET /api/session': unverified })
    open()
    expect(
      await screen.findByRole('heading', { name: 'Your account was created successfully' }),
    ).toBeInTheDocument()
    expect(screen.getByText(/activation link.*ada@example\.com/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
    await expectAccessible()
  })

  it('sends the link again', async () => {
    const api = fakeApi({
      'GET /api/session': unverified,
      'POST /api/account/verification': nothing,
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Resend Link' }))
    expect(
      await screen.findByText('Verification email sent! Check your inbox.'),
    ).toBeInTheDocument()
    expect(api.sent('POST /api/account/verification')).toHaveLength(1)
  })

  it('shows an error when the link could not be sent', async () => {
    fakeApi({
      'GET /api/session': unverified,
      'POST /api/account/verification': refusal(429, 'too-many-requests'),
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Resend Link' }))
    expect(await screen.findByText(/^Too many attempts/)).toBeInTheDocument()
  })

  it('leads a visitor without a session to the login page instead of sending a link', async () => {
    fakeApi({ 'GET /api/session': { account: null } })
    const { address } = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Resend Link' }))
    await expect.poll(address).toBe('/login')
  })

  it('redirects a verified user to the login page', async () => {
    fakeApi({ 'GET /api/session': { account: adaAccount } })
    const { address } = open()
    await expect.poll(address).toBe('/login')
  })

  it('renders for a visitor', async () => {
    fakeApi({ 'GET /api/session': { account: null } })
    open()
    expect(
      await screen.findByText('Please click the activation link in the email we sent you.'),
    ).toBeInTheDocument()
  })
})
