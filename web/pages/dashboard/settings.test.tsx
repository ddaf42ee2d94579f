import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'

import { adaAccount } from '#test/support/web/accounts.ts'
import { fakeApi } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'

import * as settingsData from './settings.data.ts'
import * as settingsScreen from './settings.tsx'

const settings = { ...settingsScreen, ...settingsData }

const path = '/dashboard/settings'
const session = { 'GET /api/session': { account: adaAccount } }
const user = userEvent.setup()
const open = () => renderRoutes(path, [{ path, ...settings }])
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const toasts = () => within(screen.getByLabelText('Notifications'))
const panel = () => within(screen.getByRole('tabpanel'))

beforeEach(() => localStorage.clear())

describe('Edit Profile', () => {
  it('asks for the current password to change the email address, and says where the link was sent', async () => {
    const api = fakeApi({ ...session, 'PATCH /api/account': { account: adaAccount } })
    open()
    const email = await screen.findByLabelText('Email')
    expect(panel().queryByLabelText('Current Password')).toBeNull()
    await user.clear(email)
    await user.type(email, 'new@example.com')
    await user.type(panel().getByLabelText('Current Password'), 'old-password')
    await press('Save Changes')
    expect(
      await toasts().findByText('Open the link we emailed to new@example.com.'),
    ).toBeInTheDocument()
    expect(api.sent('PATCH /api/account')).toMatchObject([
      { email: 'new@example.com', currentPassword: 'old-password' },
    ])
    expect(email).toHaveValue('ada@example.com')
  })
})
