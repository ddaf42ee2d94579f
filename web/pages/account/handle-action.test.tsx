import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { fakeApi, nothing, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import * as verified from './email-verified-success.tsx'
import * as handleActionData from './handle-action.data.ts'
import * as handleActionScreen from './handle-action.tsx'

const handleAction = { ...handleActionScreen, ...handleActionData }

const open = (query: string) =>
  renderRoutes(`/handle-action${query}`, [
    { path: '/handle-action', ...handleAction },
    { path: '/email-verified-success', ...verified },
  ])

describe('the target of emailed links (specification §2, /handle-action)', () => {
  it('applies the code of a new email address', async () => {
    const api = fakeApi({ 'POST /api/account/email/apply': nothing })
    const { address } = open('?mode=verifyAndChangeEmail&oobCode=code-1')
    await expect.poll(address).toBe('/email-verified-success')
    expect(api.sent('POST /api/account/email/apply')).toEqual([{ code: 'code-1' }])
  })

  it('links to the settings when the code of a new email address has expired', async () => {
    fakeApi({ 'POST /api/account/email/apply': refusal(400, 'expired-action-code') })
    open('?mode=verifyAndChangeEmail&oobCode=code-1')
    expect(await screen.findByRole('link', { name: 'Back to settings' })).toHaveAttribute(
      'href',
      '/dashboard/settings',
    )
  })

  it('offers a new link when the code is invalid', async () => {
    fakeApi({ 'POST /api/account/verification/apply': refusal(400, 'invalid-action-code') })
    open('?mode=verifyEmail&oobCode=code-1')
    expect(
      await screen.findByText('This link is no longer valid. Please request a new one.'),
    ).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Send a new link' })).toHaveAttribute(
      'href',
      '/email-verification',
    )
    await expectAccessible()
  })

  it('can be retried after a server error', async () => {
    let down = true
    const api = fakeApi({
      'POST /api/account/verification/apply': () => (down ? refusal(500, 'internal') : nothing),
    })
    open('?mode=verifyEmail&oobCode=code-1')
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByText(/^Something went wrong on our side/)).toBeInTheDocument()

    down = false
    await userEvent.click(again)
    expect(
      await screen.findByRole('heading', { name: 'Verification Successful' }),
    ).toBeInTheDocument()
    expect(api.received).toHaveLength(2)
  })

  it('turns two-step verification off, and can be retried after a server error', async () => {
    const recovery = { kind: 'two-factor', email: 'ada@example.com', newEmail: null }
    let down = true
    fakeApi({
      'POST /api/account/recovery/check': { recovery },
      'POST /api/account/recovery/apply': () => (down ? refusal(500, 'internal') : nothing),
    })
    open('?mode=revertSecondFactorAddition&oobCode=code-1')

    await userEvent.click(await screen.findByRole('button', { name: 'Turn it off' }))
    expect(await screen.findByText(/^Something went wrong on our side/)).toBeInTheDocument()
    down = false
    await userEvent.click(screen.getByRole('button', { name: 'Turn it off' }))
    expect(await screen.findByText(/^Two-step verification is off/)).toBeInTheDocument()
  })

  it('offers a new password when the link of a warning was used', async () => {
    fakeApi({ 'POST /api/account/recovery/check': refusal(400, 'invalid-action-code') })
    open('?mode=recoverEmail&oobCode=code-1')
    expect(await screen.findByRole('link', { name: 'Request a new link' })).toHaveAttribute(
      'href',
      '/forgot-password',
    )
  })

  it.each(['', '?mode=recoverEverything&oobCode=x', '?oobCode=x'])(
    "says 'Unknown mode' for %j and calls no API",
    async (query) => {
      const api = fakeApi({})
      open(query)
      expect(await screen.findByText('Unknown mode')).toBeInTheDocument()
      expect(screen.getByRole('heading', { name: 'This link does not work' })).toBeInTheDocument()
      expect(api.received).toEqual([])
      await expectAccessible()
    },
  )
})
