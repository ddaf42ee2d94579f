import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'

import { adaAccount } from '#test/support/web/accounts.ts'
import { expectAccessible } from '#test/support/web/axe.ts'
import { fakeApi, nothing, refusal } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'

import * as settingsData from './settings.data.ts'
import * as settingsScreen from './settings.tsx'

const settings = { ...settingsScreen, ...settingsData }

const path = '/dashboard/settings'
const session = { 'GET /api/session': { account: adaAccount } }
const user = userEvent.setup()
const open = () => renderRoutes(path, [{ path, ...settings }])
const openTab = async (name: string) => {
  open()
  await user.click(await screen.findByRole('tab', { name }))
}
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const toasts = () => within(screen.getByLabelText('Notifications'))
const panel = () => within(screen.getByRole('tabpanel'))

beforeEach(() => localStorage.clear())

describe('the settings', () => {
  it('have three tabs and store the open one', async () => {
    fakeApi(session)
    const { unmount } = open()
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Edit Profile', 'Security', 'Feedback'])
    await user.click(screen.getByRole('tab', { name: 'Security' }))
    unmount()
    open()
    expect(await screen.findByRole('tab', { name: 'Security' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await expectAccessible()
  })

  it('redirect a visitor to the login page', async () => {
    fakeApi({ 'GET /api/session': { account: null } })
    const { address } = open()
    await waitFor(() => expect(address()).toBe('/login'))
  })
})

describe('Edit Profile', () => {
  it('saves the names and confirms it', async () => {
    const api = fakeApi({
      ...session,
      'PATCH /api/account': { account: { ...adaAccount, lastname: 'Obi' } },
    })
    open()
    const lastname = await screen.findByLabelText('Last Name')
    await user.clear(lastname)
    await user.type(lastname, 'Obi')
    await press('Save Changes')
    expect(await toasts().findByText('Profile updated successfully!')).toBeInTheDocument()
    expect(api.sent('PATCH /api/account')).toEqual([
      { firstname: 'Ada', lastname: 'Obi', email: 'ada@example.com' },
    ])
    expect(localStorage.getItem('root')).toContain('Obi')
  })

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

  it('requires both names and a valid email address', async () => {
    fakeApi(session)
    open()
    await user.clear(await screen.findByLabelText('First Name'))
    await user.clear(screen.getByLabelText('Last Name'))
    await user.clear(screen.getByLabelText('Email'))
    await press('Save Changes')
    expect(await screen.findByText('First Name is required')).toBeVisible()
    expect(screen.getByText('Last Name is required')).toBeVisible()
    expect(screen.getByText('Invalid email address')).toBeVisible()
    expect(screen.getByLabelText('First Name')).toHaveFocus()
  })

  it('keeps the input after an error response', async () => {
    fakeApi({ ...session, 'PATCH /api/account': refusal(403, 'requires-recent-login') })
    open()
    const email = await screen.findByLabelText('Email')
    await user.clear(email)
    await user.type(email, 'new@example.com')
    await press('Save Changes')
    expect(
      await toasts().findByText('Please enter your current password again.'),
    ).toBeInTheDocument()
    expect(email).toHaveValue('new@example.com')
  })
})

describe('Feedback', () => {
  const send = 'POST /api/feedback'

  it('is sent, and the form is cleared', async () => {
    const api = fakeApi({ ...session, [send]: nothing })
    await openTab('Feedback')
    expect(screen.getByText('Send us your feedback')).toBeVisible()
    await user.type(screen.getByLabelText('Your feedback'), 'I like it.')
    await press('Submit')
    expect(await toasts().findByText('Thank you! Your feedback was sent.')).toBeInTheDocument()
    expect(api.sent(send)).toEqual([{ feedback: 'I like it.' }])
    expect(screen.getByLabelText('Your feedback')).toHaveValue('')
  })

  it('is required', async () => {
    fakeApi(session)
    await openTab('Feedback')
    await press('Submit')
    expect(await screen.findByText('Feedback is required')).toBeVisible()
  })

  it('stays in the form when it could not be sent', async () => {
    fakeApi({ ...session, [send]: refusal(503, 'busy') })
    await openTab('Feedback')
    await user.type(screen.getByLabelText('Your feedback'), 'I like it.')
    await press('Submit')
    expect(
      await toasts().findByText('We are very busy right now. Please try again in a moment.'),
    ).toBeInTheDocument()
    expect(screen.getByLabelText('Your feedback')).toHaveValue('I like it.')
  })
})
