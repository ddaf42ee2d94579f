import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { fakeApi } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'

import * as verificationData from './email-verification.data.ts'
import * as verificationScreen from './email-verification.tsx'

const verification = { ...verificationScreen, ...verificationData }

const open = () =>
  renderRoutes('/email-verification', [{ path: '/email-verification', ...verification }])

describe('the email-verification screen (specification §2)', () => {
  it('leads a visitor without a session to the login page instead of sending a link', async () => {
    fakeApi({ 'GET /api/session': { account: null } })
    const { address } = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Resend Link' }))
    await expect.poll(address).toBe('/login')
  })
})
