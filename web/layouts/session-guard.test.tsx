import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import type { Account } from '#shared/account.ts'
import { shownAccountHeader } from '#shared/account-header.ts'
import { errorSentences } from '#shared/error-sentences.ts'
import { adaAccount, adaSession } from '#test/support/web/accounts.ts'
import { fakeApi, nothing, refusal } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'

import { FeedbackForm } from '../pages/dashboard/settings.tsx'
import { forgetAccount } from '../pages/parts/session/session.ts'
import { SessionGuard } from './session-guard.tsx'

const feedback = 'POST /api/feedback'
const signIn = 'POST /api/session'
const over = refusal(401, 'user-token-expired')

function open(account: Account | null = adaAccount) {
  return renderRoutes('/', [
    {
      path: '/',
      element: (
        <SessionGuard account={account}>
          <h1>Mine</h1>
          <FeedbackForm />
        </SessionGuard>
      ),
    },
  ])
}

async function sendFeedback() {
  await userEvent.type(screen.getByLabelText('Your feedback'), 'Well done')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
}

const dialog = async () =>
  within(await screen.findByRole('dialog', { name: 'Your session has ended' }))

async function typePassword() {
  const loginDialog = await dialog()
  await userEvent.type(loginDialog.getByLabelText('Password'), 'a long password')
  await userEvent.click(loginDialog.getByRole('button', { name: 'Log in and continue' }))
}

/** An API that refuses Ada's expired session until the password is entered again. */
function endedSession(next: Account = adaAccount) {
  let account: Account | null = null
  return fakeApi({
    'GET /api/session': () => ({ account }),
    [feedback]: () => (account ? nothing : over.clone()),
    [signIn]: () => {
      account = next
      return { account }
    },
  })
}

describe('after logging out', () => {
  it('requests name no account and do not ask for a login', async () => {
    const api = fakeApi({ [feedback]: over.clone() })
    open()
    await screen.findByRole('heading', { name: 'Mine' })
    act(() => forgetAccount())
    await sendFeedback()
    await waitFor(() => expect(api.sent(feedback)).toHaveLength(1))
    const sent = api.received.find(({ route }) => route === feedback)
    expect(sent?.headers.get(shownAccountHeader)).toBeNull()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('a session that ends while a form is open', () => {
  it('is asked for when typing pauses, because the dialog would take the rest of the word', async () => {
    // Timers that the test advances do not wait for modules.
    await import('../pages/parts/session/sign-in-dialog.tsx')
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    endedSession()
    open()
    const field = screen.getByLabelText('Your feedback')
    act(() => field.focus())
    fireEvent.submit(field)
    for (const value of ['W', 'We', 'Wel', 'Well']) {
      fireEvent.input(field, { target: { value } })
      await act(() => vi.advanceTimersByTimeAsync(900))
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    }
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(screen.getByRole('dialog')).toBeVisible()
  })

  it('requests name the account on the page', async () => {
    const api = fakeApi({ [feedback]: nothing })
    open()
    await sendFeedback()
    await waitFor(() => expect(api.received).toHaveLength(1))
    expect(api.received[0]?.headers.get(shownAccountHeader)).toBe(adaAccount.uid)
  })

  it('asks for the two-factor code and shows what is wrong', async () => {
    let tries = 0
    const api = fakeApi({
      'GET /api/session': { account: null },
      [feedback]: () => (tries < 3 ? over.clone() : nothing),
      [signIn]: () => {
        tries += 1
        if (tries === 1) return refusal(401, 'invalid-credential')
        const fields = { code: [errorSentences['two-factor-code-required']] }
        if (tries === 2) return refusal(403, 'two-factor-code-required', { fields })
        return { account: adaAccount }
      },
    })
    open()
    await sendFeedback()
    await typePassword()
    const loginDialog = await dialog()
    expect(await loginDialog.findByText('Username or password is incorrect.')).toBeVisible()
    await typePassword()
    const code = await loginDialog.findByLabelText(/^6-digit code/)
    expect(code).not.toHaveAttribute('aria-invalid')
    expect(code).toHaveFocus()
    await userEvent.type(code, '123456')
    await userEvent.click(loginDialog.getByRole('button', { name: 'Log in and continue' }))
    await waitFor(() => expect(api.sent(feedback)).toHaveLength(2))
    expect(api.sent(signIn).at(-1)).toMatchObject({ email: 'ada@example.com', code: '123456' })
  })

  it('keeps the form when the dialog is closed without a login', async () => {
    const api = endedSession()
    open()
    await sendFeedback()
    await userEvent.click((await dialog()).getByRole('button', { name: 'Not now' }))
    expect(await screen.findByText(/^Your session has ended. Please log in/)).toBeInTheDocument()
    expect(screen.getByLabelText('Your feedback')).toHaveValue('Well done')
    expect(api.sent(feedback)).toHaveLength(1)
  })

  it('continues when the person signs in in another window', async () => {
    const api = endedSession()
    open()
    await sendFeedback()
    await dialog()
    await fetch('/api/session', { method: 'POST' })
    await inAnotherWindow(adaAccount.uid)
    await waitFor(() => expect(api.sent(feedback)).toHaveLength(2))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('another window', () => {
  it('keeps the page when the session expired, because it may hold unsaved input', async () => {
    document.cookie = 'uid=uid-ada; Path=/'
    const api = fakeApi({ 'GET /api/session': { account: null } })
    open()
    window.dispatchEvent(new Event('focus'))
    await waitFor(() => expect(api.received).toHaveLength(1))
    expect(screen.getByText('Mine')).toBeVisible()
  })

  it('is read again when the browser restores the page, and not when the page has loaded', async () => {
    const api = fakeApi(adaSession)
    open()
    const show = (persisted: boolean) =>
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
    show(false)
    show(true)
    await waitFor(() => expect(api.received).not.toHaveLength(0))
    // A check after the other event would have been sent first.
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(api.received).toHaveLength(1)
  })
})

async function inAnotherWindow(uid: string | null) {
  const channel = new BroadcastChannel('session')
  await act(async () => channel.postMessage(uid))
  channel.close()
}
