import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { adaAccount, adaSession } from '#test/support/web/accounts.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import { action, loader } from './sign-up.data.ts'
import { Component } from './sign-up.tsx'

const open = () => renderRoutes('/signup', [{ path: '/signup', loader, action, Component }])

const ada = {
  firstname: 'Ada',
  lastname: 'Ọkáfọ̀r',
  email: 'ada@example.com',
  gender: 'Female',
  password: 'correct horse',
  confirmPassword: 'correct horse',
  terms: true,
}

async function fillIn() {
  await screen.findByLabelText('First Name')
  const texts = {
    'First Name': ada.firstname,
    'Last Name': ada.lastname,
    'Email Address': ada.email,
    Password: ada.password,
    'Confirm Password': ada.confirmPassword,
  }
  for (const [label, text] of Object.entries(texts)) {
    await userEvent.click(screen.getByLabelText(label))
    // The form is rendered for each key that is pressed.
    await userEvent.paste(text)
  }
  await userEvent.selectOptions(screen.getByLabelText('Gender'), ada.gender)
  await userEvent.click(screen.getByRole('checkbox'))
}

const lost = new TypeError('the answer was lost')
const created = { account: { ...adaAccount, emailVerified: false } }

const proceed = () => userEvent.click(screen.getByRole('button', { name: 'Proceed' }))

describe('the sign-up screen (specification §2, §4, §5)', () => {
  it('leads a logged-in person on to the last path', async () => {
    fakeApi(adaSession)
    document.cookie = `lastPath=${encodeURIComponent('/dashboard/settings')}; Path=/`
    const { address } = open()
    await expect.poll(address).toBe('/dashboard/settings')
  })

  it('has every field of the specification with its autocomplete token', async () => {
    fakeApi({})
    open()
    const tokens = {
      'First Name': 'given-name',
      'Last Name': 'family-name',
      'Email Address': 'email',
      Gender: 'sex',
      Password: 'new-password',
      'Confirm Password': 'new-password',
    }
    for (const [label, token] of Object.entries(tokens))
      expect(await screen.findByLabelText(label)).toHaveAttribute('autocomplete', token)
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(options).toEqual(['Select an option', 'Male', 'Female', 'Other'])
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
    await expectAccessible()
  })

  it.each([
    ['logs in', 'response', created, 1],
    ['creates the account', 'request', refusal(401, 'invalid-credential'), 2],
  ])('%s on retry when only the %s was lost', async (_what, _lost, session, times) => {
    let tries = 0
    const api = fakeApi({
      'POST /api/account': () => (++tries === 1 ? Promise.reject(lost) : created),
      'POST /api/session': session,
    })
    const { address } = open()
    await fillIn()
    await proceed()
    expect(await screen.findByText(/^You seem to be offline/)).toBeInTheDocument()
    expect(screen.getByLabelText('Password')).not.toHaveValue('')
    await proceed()
    await expect.poll(address).toBe('/email-verification')
    expect(api.sent('POST /api/account')).toHaveLength(times)
  })
})
