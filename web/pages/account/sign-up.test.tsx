import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { adaAccount } from '#test/support/web/accounts.ts'
import { expectAccessible } from '#test/support/web/axe.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'

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

async function fillIn({ password = ada.password, confirmPassword = ada.confirmPassword } = {}) {
  await userEvent.type(await screen.findByLabelText('First Name'), ada.firstname)
  await userEvent.type(screen.getByLabelText('Last Name'), ada.lastname)
  await userEvent.type(screen.getByLabelText('Email Address'), ada.email)
  await userEvent.selectOptions(screen.getByLabelText('Gender'), ada.gender)
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.type(screen.getByLabelText('Confirm Password'), confirmPassword)
  await userEvent.click(screen.getByRole('checkbox'))
}

const proceed = () => userEvent.click(screen.getByRole('button', { name: 'Proceed' }))

describe('the sign-up screen (specification §2, §4, §5)', () => {
  it('leads a logged-in person on to the last path', async () => {
    fakeApi({ 'GET /api/session': { account: adaAccount } })
    document.cookie = `lastPath=${encodeURIComponent('/dashboard/settings')}; Path=/`
    const { address } = open()
    await expect.poll(address).toBe('/dashboard/settings')
  })

  it('creates the account and asks to verify the email address', async () => {
    const account = { ...adaAccount, emailVerified: false }
    const api = fakeApi({ 'POST /api/account': { account } })
    const { address } = open()
    await fillIn()
    await proceed()

    expect(
      await screen.findByText('Account created! Please verify your email.'),
    ).toBeInTheDocument()
    await expect.poll(address).toBe('/email-verification')
    expect(api.sent('POST /api/account')).toEqual([ada])
    expect(JSON.parse(localStorage.getItem('root') ?? '')).toMatchObject({
      isLoggedIn: true,
      userDetails: { emailVerified: false },
    })
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

  it('shows all missing fields and focuses the first', async () => {
    const api = fakeApi({})
    open()
    await screen.findByLabelText('First Name')
    await proceed()

    for (const message of [
      'First Name is required',
      'Last Name is required',
      'Invalid email address',
      'Gender is required',
      'Password must be at least 8 characters',
      'Confirm Password must be at least 8 characters',
      'You must accept the terms and conditions',
    ])
      expect(await screen.findByText(message)).toBeInTheDocument()
    expect(screen.getByLabelText('First Name')).toHaveFocus()
    expect(api.sent('POST /api/account')).toEqual([])
    await expectAccessible()
  })

  it("shows 'Password must match' under the second password", async () => {
    fakeApi({})
    open()
    await fillIn({ confirmPassword: 'another horse' })
    await proceed()

    const confirm = screen.getByLabelText('Confirm Password')
    await expect.poll(() => document.activeElement).toBe(confirm)
    expect(confirm).toHaveAccessibleDescription('Password must match')
    expect(screen.getByLabelText('First Name')).toHaveValue('Ada')
  })

  it('shows field errors of the server under the fields', async () => {
    const fields = { password: ['This password is too common. Please choose another one.'] }
    fakeApi({ 'POST /api/account': refusal(422, 'invalid-input', { fields }) })
    open()
    await fillIn()
    await proceed()
    expect(await screen.findByText(fields.password[0] ?? '')).toBeInTheDocument()
    expect(screen.getByLabelText('Password')).toHaveFocus()
  })

  it("says 'Email already in use.' and keeps the input", async () => {
    fakeApi({ 'POST /api/account': refusal(409, 'email-already-in-use') })
    const { address } = open()
    await fillIn()
    await proceed()
    expect(await screen.findByText('Email already in use.')).toBeInTheDocument()
    expect(screen.getByLabelText('Last Name')).toHaveValue(ada.lastname)
    expect(screen.getByRole('checkbox')).toBeChecked()
    expect(address()).toBe('/signup')
  })

  it("says 'Failed to create user. Please try again.' after a server error", async () => {
    fakeApi({ 'POST /api/account': refusal(500, 'internal') })
    open()
    await fillIn()
    await proceed()
    expect(await screen.findByText('Failed to create user. Please try again.')).toBeInTheDocument()
    expect(screen.getByLabelText('First Name')).toHaveValue('Ada')
  })

  it('logs in on retry when only the response was lost', async () => {
    const api = fakeApi({
      'POST /api/account': () => Promise.reject(new TypeError('the answer was lost')),
      'POST /api/session': { account: { ...adaAccount, emailVerified: false } },
    })
    const { address } = open()
    await fillIn()
    await proceed()
    expect(await screen.findByText(/^You seem to be offline/)).toBeInTheDocument()
    expect(screen.getByLabelText('Password')).not.toHaveValue('')
    await proceed()
    await expect.poll(address).toBe('/email-verification')
    expect(api.sent('POST /api/account')).toHaveLength(1)
  })

  it('creates the account on retry when the request was lost', async () => {
    let tries = 0
    const api = fakeApi({
      'POST /api/account': () =>
        ++tries === 1
          ? Promise.reject(new TypeError('the request was lost'))
          : { account: { ...adaAccount, emailVerified: false } },
      'POST /api/session': refusal(401, 'invalid-credential'),
    })
    const { address } = open()
    await fillIn()
    await proceed()
    await screen.findByText(/^You seem to be offline/)
    await proceed()
    await expect.poll(address).toBe('/email-verification')
    expect(api.sent('POST /api/account')).toHaveLength(2)
  })
})
