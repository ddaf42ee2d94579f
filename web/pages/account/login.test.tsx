import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { errorSentences } from '#shared/error-sentences.ts'
import { adaAccount, adaSession } from '#test/support/web/accounts.ts'
import { wellDetail } from '#test/support/web/campaigns.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'
import { authText } from '#web/text/auth.ts'

import { action, loader } from './login.data.ts'
import { Component } from './login.tsx'

const open = () => renderRoutes('/login', [{ path: '/login', loader, action, Component }])

async function logIn(email: string, password: string) {
  await userEvent.type(await screen.findByLabelText('Email'), email)
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Proceed' }))
}

describe('the login screen (specification §2, Login)', () => {
  it('asks for the code with two-factor authentication, and keeps the input', async () => {
    const wrong = errorSentences['two-factor-code-wrong']
    const answers = [
      refusal(403, 'two-factor-code-required', {
        fields: { code: [errorSentences['two-factor-code-required']] },
      }),
      refusal(403, 'two-factor-code-wrong', { fields: { code: [wrong] } }),
      { account: adaAccount },
    ]
    const api = fakeApi({ 'POST /api/session': () => answers.shift() ?? {} })
    open()
    await logIn('ada@example.com', 'correct horse')
    const code = await screen.findByLabelText('6-digit code (or a recovery code)')
    expect(code).toHaveFocus()
    expect(code).not.toHaveAttribute('aria-invalid')
    expect(code).toHaveAccessibleDescription(authText.login.codeHint)
    await expectAccessible()
    await userEvent.type(code, '654321{Enter}')
    expect(await screen.findByText(wrong)).toBeVisible()
    expect(code).toHaveAttribute('aria-invalid', 'true')
    await userEvent.clear(code)
    await userEvent.type(code, '123456{Enter}')
    await screen.findByText('Login Successful')
    expect(api.sent('POST /api/session').at(-1)).toEqual({
      email: 'ada@example.com',
      password: 'correct horse',
      code: '123456',
    })
  })

  it('says that the account is for the campaign that the visitor wanted to start', async () => {
    fakeApi({})
    document.cookie = `intent=${encodeURIComponent('/dashboard/campaigns/create')}; Path=/`
    open()
    expect(await screen.findByText(authText.login.start)).toBeVisible()
    expect(screen.queryByText(authText.login.intro)).not.toBeInTheDocument()
  })

  it('keeps the path of an unverified person until the address is verified', async () => {
    fakeApi({ 'POST /api/session': { account: { ...adaAccount, emailVerified: false } } })
    document.cookie = `lastPath=${encodeURIComponent('/dashboard/transactions')}; Path=/`
    open()
    await logIn('ada@example.com', 'correct horse')
    await screen.findByText('Login Successful')
    expect(document.cookie).toContain('lastPath')
  })

  it.each([
    ['', '/dashboard/overview'],
    ['/dashboard/campaigns?category=Health', '/dashboard/campaigns?category=Health'],
    ['/signup', '/dashboard/overview'],
  ])('leads a logged-in person with the last path %j on to %s', async (lastPath, next) => {
    fakeApi(adaSession)
    document.cookie = `lastPath=${encodeURIComponent(lastPath)}; Path=/`
    const { address } = open()
    await waitFor(() => expect(address()).toBe(next))
  })

  it('shows the form to an unverified person, who may have mistyped the address', async () => {
    fakeApi({ 'GET /api/session': { account: { ...adaAccount, emailVerified: false } } })
    const { address } = open()
    expect(await screen.findByLabelText('Email')).toBeVisible()
    expect(address()).toBe('/login')
  })
})

describe("'Continue as guest' (readings P1)", () => {
  const guest = () => screen.findByRole('link', { name: 'Continue as guest' })

  it('is offered after the public donate page', async () => {
    fakeApi({})
    document.cookie = 'lastPath=%2Fc%2Fa-well%2Fdonate; Path=/'
    open()
    expect(await guest()).toHaveAttribute('href', '/c/a-well/donate')
  })

  it('is offered after the donate page of the dashboard', async () => {
    fakeApi({ 'GET /api/campaigns/c1': { campaign: { ...wellDetail, slug: 'a-well' } } })
    document.cookie = 'lastPath=%2Fdashboard%2Fcampaign%2Fc1%2Fdonate; Path=/'
    open()
    expect(await guest()).toHaveAttribute('href', '/c/a-well/donate')
  })

  it('is not offered otherwise', async () => {
    fakeApi({})
    document.cookie = 'lastPath=%2Fdashboard%2Fcampaign%2Fc1%2Fdonate; Path=/'
    open()
    await screen.findByLabelText('Email')
    expect(screen.queryByRole('link', { name: 'Continue as guest' })).not.toBeInTheDocument()
  })
})
