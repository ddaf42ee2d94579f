import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'

import type { Account } from '#shared/account.ts'
import { adaAccount } from '#test/web/accounts.ts'
import { wellDetail, wellValues } from '#test/web/campaigns.ts'
import { fakeApi, nothing, refusal } from '#test/web/fake-api.ts'
import { renderRoutes } from '#test/web/render.tsx'
import * as editing from '#web/screens/dashboard/edit-campaign.tsx'
import * as settings from '#web/screens/dashboard/settings.tsx'

import { SessionGuard } from '../../layouts/dashboard/session-guard.tsx'

type Part = ReturnType<typeof within>
type Form = {
  name: string
  /** The settings, if not said otherwise. */
  of?: typeof settings | typeof editing
  at?: string
  tab: string
  /** The section of the tab, where there is more than one form. */
  section?: string
  /** What is done until the form is there. */
  reach?: (part: Part) => Promise<void>
  typed: Record<string, string>
  button: string
  /** The call that finds the session over. */
  call: string
  answer: object
  /** What else the server is asked. */
  others?: Record<string, object>
  /** What is shown once it went through. */
  done: string
}

const user = userEvent.setup()
const press = (part: Part, name: string) => user.click(part.getByRole('button', { name }))
const type = async (part: Part, label: string, text: string) => {
  await user.clear(part.getByLabelText(label))
  await user.type(part.getByLabelText(label), text)
}

const well = `/api/campaigns/${wellDetail.id}`
const twoFactor = 'POST /api/account/two-factor'
const secondStep = 'Two-step verification'
const password = 'old-password'
const key = { secret: 'ABCDEFGH', uri: 'otpauth://totp/Ajo:ada?secret=ABCDEFGH' }

const forms: Form[] = [
  {
    name: 'another name',
    tab: 'Edit Profile',
    typed: { 'Last Name': 'Obi' },
    button: 'Save Changes',
    call: 'PATCH /api/account',
    answer: { account: { ...adaAccount, lastname: 'Obi' } },
    done: 'Profile updated successfully!',
  },
  {
    name: 'another address',
    tab: 'Edit Profile',
    typed: { Email: 'new@example.com', 'Current Password': password },
    button: 'Save Changes',
    call: 'PATCH /api/account',
    answer: { account: adaAccount },
    done: 'Open the link we emailed to new@example.com.',
  },
  {
    name: 'another password',
    tab: 'Security',
    typed: {
      'Current Password': password,
      'New Password': 'new-password',
      'Confirm Password': 'new-password',
    },
    button: 'Update Password',
    call: 'POST /api/account/password',
    answer: nothing,
    done: 'Password updated successfully!',
  },
  {
    name: 'the password before a second step',
    tab: 'Security',
    section: secondStep,
    reach: (part) => press(part, 'Turn on'),
    typed: { 'Current Password': password },
    button: 'Continue',
    call: twoFactor,
    answer: key,
    done: 'ABCD EFGH',
  },
  {
    name: 'the code of an authenticator app',
    tab: 'Security',
    section: secondStep,
    reach: async (part) => {
      await press(part, 'Turn on')
      await type(part, 'Current Password', password)
      await press(part, 'Continue')
      await part.findByText('ABCD EFGH')
    },
    typed: { '6-digit code': '123456' },
    button: 'Turn on',
    call: `${twoFactor}/confirm`,
    answer: { recoveryCodes: ['abcdef-234567'] },
    others: { [twoFactor]: key },
    done: 'abcdef-234567',
  },
  {
    name: 'the end of the second step',
    tab: 'Security',
    section: secondStep,
    reach: (part) => press(part, 'Turn off'),
    typed: { 'Current Password': password, '6-digit code (or a recovery code)': '123456' },
    button: 'Turn off',
    call: `${twoFactor}/off`,
    answer: nothing,
    others: { ['GET /api/account/two-factor']: { isOn: true, recoveryCodesLeft: 7 } },
    done: 'Two-step verification is off. Please log in again.',
  },
  {
    name: 'the end of the account',
    tab: 'Security',
    section: 'Your data',
    reach: (part) => press(part, 'Delete my account'),
    typed: { 'Current Password': password },
    button: 'Delete my account permanently',
    call: 'POST /api/account/deletion',
    answer: nothing,
    done: 'Your account was deleted.',
  },
  {
    name: 'feedback',
    tab: 'Feedback',
    typed: { 'Your feedback': 'Well done' },
    button: 'Submit',
    call: 'POST /api/feedback',
    answer: nothing,
    done: 'Thank you! Your feedback was sent.',
  },
  {
    name: 'another bank account',
    of: editing,
    at: `/dashboard/campaign/${wellDetail.id}/edit`,
    tab: 'Contact Information',
    reach: async (part) => {
      await part.findByRole('option', { name: 'Guaranty Trust Bank' })
    },
    typed: { 'Account Number': '0690000031', 'Current Password': password },
    button: 'Save changes',
    call: `PUT ${well}`,
    answer: { campaign: wellDetail },
    others: {
      [`GET ${well}/form`]: {
        title: wellValues.title,
        status: 'approved',
        accountNumberLast4: '6789',
        values: wellValues,
      },
      'GET /api/banks': { banks: [{ id: 9, code: '058', name: 'Guaranty Trust Bank' }] },
    },
    done: 'Your changes are saved.',
  },
]

beforeEach(() => localStorage.clear())

it.each(forms)(
  'keeps the input of $name when the session ends, and sends it again after a login',
  async (form) => {
    const api = untilSignedIn(form)
    const part = await open(form)
    for (const [label, text] of Object.entries(form.typed)) await type(part, label, text)
    await press(part, form.button)

    const dialog = within(await screen.findByRole('dialog', { name: 'Your session has ended' }))
    for (const [label, text] of Object.entries(form.typed))
      expect(part.getByLabelText(label)).toHaveValue(text)
    await type(dialog, 'Password', password)
    await press(dialog, 'Log in and continue')

    expect(await screen.findByText(form.done)).toBeInTheDocument()
    const [first, ...again] = api.sent(form.call)
    expect(first).toBeDefined()
    expect(again).toEqual([first])
  },
)

/** A server whose session is over once the form is sent. */
function untilSignedIn({ call, answer, others }: Form) {
  let account: Account | null = adaAccount
  let isBack = false
  return fakeApi({
    'GET /api/session': () => ({ account }),
    'GET /api/account/two-factor': { isOn: false, recoveryCodesLeft: 0 },
    'POST /api/session': () => {
      isBack = true
      account = adaAccount
      return { account }
    },
    ...others,
    [call]: () => {
      if (isBack) return answer
      account = null
      return refusal(401, 'user-token-expired')
    },
  })
}

async function open({ tab, section, reach, of = settings, at = '/dashboard/settings' }: Form) {
  const { loader, Component } = of
  const element = (
    <SessionGuard account={adaAccount}>
      <Component />
    </SessionGuard>
  )
  const path = at.replace(wellDetail.id, ':id')
  renderRoutes(at, [{ path, loader, element }])
  await user.click(await screen.findByRole('tab', { name: tab }))
  const panel = within(screen.getByRole('tabpanel'))
  const part = section ? within(panel.getByRole('region', { name: section })) : panel
  await reach?.(part)
  return part
}
