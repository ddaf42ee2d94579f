import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'

import { adaAccount, adaSession as session } from '#test/support/web/accounts.ts'
import { fakeApi, nothing, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes, toasts } from '#test/support/web/render.tsx'
import * as settingsScreen from '#web/pages/dashboard/settings.tsx'
import { SecurityTab } from '#web/pages/dashboard/settings.tsx'
import * as settingsData from '#web/pages/dashboard/settings.data.ts'

const settings = { ...settingsScreen, ...settingsData }

// So that the opened tab is mounted at once.
await SecurityTab.load()

const path = '/dashboard/settings'
const user = userEvent.setup()
const open = () => renderRoutes(path, [{ path, ...settings }])
const openTab = async (name: string) => {
  open()
  await user.click(await screen.findByRole('tab', { name }))
}
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const panel = () => within(screen.getByRole('tabpanel'))

beforeEach(() => localStorage.clear())

describe('two-factor authentication', () => {
  const state = 'GET /api/account/two-factor'
  const off = { isOn: false, recoveryCodesLeft: 0 }
  const begin = 'POST /api/account/two-factor'

  it('is set up with password, key and code, and shows the recovery codes once', async () => {
    const api = fakeApi({
      ...session,
      [state]: off,
      [begin]: { secret: 'ABCDEFGH', uri: 'otpauth://totp/Ajo:ada?secret=ABCDEFGH' },
      [`${begin}/confirm`]: { recoveryCodes: ['abcdef-234567', 'ghjkmn-234567'] },
    })
    await openTab('Security')
    await press('Turn on')
    const step = within(screen.getByRole('region', { name: 'Two-step verification' }))
    await user.type(step.getByLabelText('Current Password'), 'old-password')
    await press('Continue')
    expect(await step.findByText('ABCD EFGH')).toBeVisible()
    expect(await step.findByRole('img', { name: 'QR code with the key shown below' })).toBeVisible()
    expect(step.getByRole('link', { name: 'Open authenticator app' })).toHaveAttribute(
      'href',
      'otpauth://totp/Ajo:ada?secret=ABCDEFGH',
    )
    await user.type(step.getByLabelText('6-digit code'), '123456')
    await press('Turn on')
    expect(await step.findByText('abcdef-234567')).toBeVisible()
    await expectAccessible()
    expect(api.sent(begin)).toEqual([{ currentPassword: 'old-password' }])
    expect(api.sent(`${begin}/confirm`)).toEqual([{ code: '123456' }])
    await press('Copy codes')
    expect(await toasts().findByText('Codes copied.')).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe('abcdef-234567\nghjkmn-234567')
    await press('I’ve saved them')
    await expect.poll(() => screen.queryByText('abcdef-234567')).toBeNull()
  })

  it('does not change on Cancel, and the focus moves into the form and back', async () => {
    fakeApi({ ...session, [state]: off, [begin]: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x' } })
    await openTab('Security')
    await press('Turn on')
    const step = within(screen.getByRole('region', { name: 'Two-step verification' }))
    expect(step.getByLabelText('Current Password')).toHaveFocus()
    await user.keyboard('old-password{Enter}')
    await step.findByLabelText('6-digit code')
    await user.click(step.getByRole('button', { name: 'Cancel' }))
    expect(step.getByRole('button', { name: 'Turn on' })).toHaveFocus()
  })

  it('shows a reviewer that the role requires two-factor authentication', async () => {
    const account = { ...adaAccount, inactiveRoles: ['reviewer'] }
    fakeApi({ 'GET /api/session': { account }, [state]: off })
    await openTab('Security')
    expect(panel().getByText(/^Reviewers and admins must turn this on/)).toBeVisible()
  })
})

describe('Your data', () => {
  it('can be downloaded, and deleted with the account after the password is entered', async () => {
    const remove = 'POST /api/account/deletion'
    const api = fakeApi({ ...session, [remove]: nothing })
    const { address } = open()
    await user.click(await screen.findByRole('tab', { name: 'Security' }))
    const data = within(screen.getByRole('region', { name: 'Your data' }))
    expect(data.getByRole('link', { name: 'Download my data' })).toHaveAttribute(
      'href',
      '/api/account/data',
    )
    await press('Delete my account')
    expect(data.getByLabelText('Current Password')).toHaveFocus()
    await user.click(data.getByRole('button', { name: 'Cancel' }))
    expect(data.getByRole('button', { name: 'Delete my account' })).toHaveFocus()
    await press('Delete my account')
    await press('Delete my account permanently')
    expect(await data.findByText('Current password is required')).toBeVisible()
    expect(api.sent(remove)).toEqual([])
    await user.type(data.getByLabelText('Current Password'), 'old-password')
    await press('Delete my account permanently')
    await waitFor(() => expect(address()).toBe('/'))
    expect(api.sent(remove)).toEqual([{ currentPassword: 'old-password' }])
    expect(localStorage.getItem('root')).toContain('"isLoggedIn":false')
  })
})

describe('the devices', () => {
  const here = {
    id: 's1',
    device: 'Firefox on Windows',
    createdAt: '2026-03-01T09:00:00Z',
    seenAt: '2026-03-02T09:00:00Z',
    isThis: true,
  }
  const phone = { ...here, id: 's2', device: '', isThis: false }
  const list = 'GET /api/account/sessions'

  it('log out one device', async () => {
    let sessions = [here, phone]
    const api = fakeApi({
      ...session,
      [list]: () => ({ sessions }),
      'DELETE /api/account/sessions/s2': () => ((sessions = [here]), nothing),
    })
    await openTab('Security')
    expect(panel().getByText('Firefox on Windows')).toBeVisible()
    expect(panel().getByText('This device')).toBeVisible()
    await expectAccessible()
    await press('Log out Unknown device')
    await waitFor(() => expect(panel().queryByText('Unknown device')).toBeNull())
    expect(api.sent('DELETE /api/account/sessions/s2')).toHaveLength(1)
  })

  it('log out everywhere after a confirmation, and go to the login page', async () => {
    fakeApi({
      ...session,
      [list]: { sessions: [here] },
      'DELETE /api/account/sessions': nothing,
    })
    const { address } = open()
    await user.click(await screen.findByRole('tab', { name: 'Security' }))
    await press('Log out everywhere')
    const dialog = within(screen.getByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Log out everywhere' }))
    await waitFor(() => expect(address()).toBe('/login'))
    expect(localStorage.getItem('root')).toContain('"isLoggedIn":false')
  })

  it('show an error when they cannot be loaded', async () => {
    fakeApi({ ...session, [list]: refusal(500, 'internal') })
    await openTab('Security')
    expect(panel().getByText('We couldn’t load your devices.')).toBeVisible()
  })
})
