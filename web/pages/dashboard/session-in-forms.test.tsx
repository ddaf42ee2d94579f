import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'

import type { Account } from '#shared/account.ts'
import { adaAccount } from '#test/support/web/accounts.ts'
import { wellDetail, wellValues } from '#test/support/web/campaigns.ts'
import { fakeApi, nothing, refusal } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'
import * as editingData from '#web/pages/dashboard/edit-campaign.data.ts'
import * as editingScreen from '#web/pages/dashboard/edit-campaign.tsx'
import * as settingsData from '#web/pages/dashboard/settings.data.ts'
import * as settingsScreen from '#web/pages/dashboard/settings.tsx'

import { SessionGuard } from '../../layouts/session-guard.tsx'

const editing = { ...editingScreen, ...editingData }
const settings = { ...settingsScreen, ...settingsData }

type Queries = ReturnType<typeof within>
type Form = {
  name: string
  /** The settings by default. */
  screenModule?: typeof settings | typeof editing
  url?: string
  tab: string
  /** The section, if the tab has more than one form. */
  section?: string
  /** Opens the form. */
  openForm?: (section: Queries) => Promise<void>
  input: Record<string, string>
  button: string
  /** The route that the form submits to. Its first response is 401. */
  route: string
  response: object
  /** Responses of other routes. */
  others?: Record<string, object>
  /** The text shown after the repeated request. */
  success: string
}

const user = userEvent.setup()
const press = (section: Queries, name: string) => user.click(section.getByRole('button', { name }))
const type = async (section: Queries, label: string, text: string) => {
  await user.clear(section.getByLabelText(label))
  await user.type(section.getByLabelText(label), text)
}

const well = `/api/campaigns/${wellDetail.id}`
const twoFactor = 'POST /api/account/two-factor'
const twoFactorSection = 'Two-step verification'
const password = 'old-password'
const key = { secret: 'ABCDEFGH', uri: 'otpauth://totp/Ajo:ada?secret=ABCDEFGH' }

const forms: Form[] = [
  {
    name: 'the profile',
    tab: 'Edit Profile',
    input: { 'Last Name': 'Obi' },
    button: 'Save Changes',
    route: 'PATCH /api/account',
    response: { account: { ...adaAccount, lastname: 'Obi' } },
    success: 'Profile updated successfully!',
  },
  {
    name: 'a new email address',
    tab: 'Edit Profile',
    input: { Email: 'new@example.com', 'Current Password': password },
    button: 'Save Changes',
    route: 'PATCH /api/account',
    response: { account: adaAccount },
    success: 'Open the link we emailed to new@example.com.',
  },
  {
    name: 'a new password',
    tab: 'Security',
    input: {
      'Current Password': password,
      'New Password': 'new-password',
      'Confirm Password': 'new-password',
    },
    button: 'Update Password',
    route: 'POST /api/account/password',
    response: nothing,
    success: 'Password updated successfully!',
  },
  {
    name: 'the password for two-factor authentication',
    tab: 'Security',
    section: twoFactorSection,
    openForm: (section) => press(section, 'Turn on'),
    input: { 'Current Password': password },
    button: 'Continue',
    route: twoFactor,
    response: key,
    success: 'ABCD EFGH',
  },
  {
    name: 'the first two-factor code',
    tab: 'Security',
    section: twoFactorSection,
    openForm: async (section) => {
      await press(section, 'Turn on')
      await type(section, 'Current Password', password)
      await press(section, 'Continue')
      await section.findByText('ABCD EFGH')
    },
    input: { '6-digit code': '123456' },
    button: 'Turn on',
    route: `${twoFactor}/confirm`,
    response: { recoveryCodes: ['abcdef-234567'] },
    others: { [twoFactor]: key },
    success: 'abcdef-234567',
  },
  {
    name: 'turning off two-factor authentication',
    tab: 'Security',
    section: twoFactorSection,
    openForm: (section) => press(section, 'Turn off'),
    input: { 'Current Password': password, '6-digit code (or a recovery code)': '123456' },
    button: 'Turn off',
    route: `${twoFactor}/off`,
    response: nothing,
    others: { ['GET /api/account/two-factor']: { isOn: true, recoveryCodesLeft: 7 } },
    success: 'Two-step verification is off. Please log in again.',
  },
  {
    name: 'deleting the account',
    tab: 'Security',
    section: 'Your data',
    openForm: (section) => press(section, 'Delete my account'),
    input: { 'Current Password': password },
    button: 'Delete my account permanently',
    route: 'POST /api/account/deletion',
    response: nothing,
    success: 'Your account was deleted.',
  },
  {
    name: 'feedback',
    tab: 'Feedback',
    input: { 'Your feedback': 'Well done' },
    button: 'Submit',
    route: 'POST /api/feedback',
    response: nothing,
    success: 'Thank you! Your feedback was sent.',
  },
  {
    name: 'a new bank account',
    screenModule: editing,
    url: `/dashboard/campaign/${wellDetail.id}/edit`,
    tab: 'Contact Information',
    openForm: async (section) => {
      await section.findByRole('option', { name: 'Guaranty Trust Bank' })
    },
    input: { 'Account Number': '0690000031', 'Current Password': password },
    button: 'Save changes',
    route: `PUT ${well}`,
    response: { campaign: wellDetail, waits: false },
    others: {
      [`GET ${well}/form`]: {
        title: wellValues.title,
        status: 'approved',
        accountNumberLast4: '6789',
        hasTwoFactor: false,
        savedAt: '',
        kept: [],
        values: wellValues,
      },
      'GET /api/banks': { banks: [{ id: 9, code: '058', name: 'Guaranty Trust Bank' }] },
    },
    success: 'Your changes are saved.',
  },
]

beforeEach(() => localStorage.clear())

it.each(forms)(
  'keeps the input when the session ends, and submits it again after a login: $name',
  async (form) => {
    const api = fakeExpiringSession(form)
    const section = await open(form)
    for (const [label, text] of Object.entries(form.input)) await type(section, label, text)
    await press(section, form.button)

    const dialog = within(await screen.findByRole('dialog', { name: 'Your session has ended' }))
    for (const [label, text] of Object.entries(form.input))
      expect(section.getByLabelText(label)).toHaveValue(text)
    await type(dialog, 'Password', password)
    await press(dialog, 'Log in and continue')

    expect(await screen.findByText(form.success)).toBeInTheDocument()
    const [first, ...again] = api.sent(form.route)
    expect(first).toBeDefined()
    expect(again).toEqual([first])
  },
)

/** An API whose session ends when the form is submitted, and starts again with the login. */
function fakeExpiringSession({ route, response, others }: Form) {
  let account: Account | null = adaAccount
  let isSignedInAgain = false
  return fakeApi({
    'GET /api/session': () => ({ account }),
    'GET /api/account/two-factor': { isOn: false, recoveryCodesLeft: 0 },
    'POST /api/session': () => {
      isSignedInAgain = true
      account = adaAccount
      return { account }
    },
    ...others,
    [route]: () => {
      if (isSignedInAgain) return response
      account = null
      return refusal(401, 'user-token-expired')
    },
  })
}

async function open(form: Form) {
  const { loader, Component } = form.screenModule ?? settings
  const url = form.url ?? '/dashboard/settings'
  const element = (
    <SessionGuard account={adaAccount}>
      <Component />
    </SessionGuard>
  )
  const path = url.replace(wellDetail.id, ':id')
  renderRoutes(url, [{ path, loader, element }])
  await user.click(await screen.findByRole('tab', { name: form.tab }))
  const panel = within(screen.getByRole('tabpanel'))
  const section = form.section ? within(panel.getByRole('region', { name: form.section })) : panel
  await form.openForm?.(section)
  return section
}
