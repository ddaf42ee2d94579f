import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { errorSentences } from '#shared/error-sentences.ts'
import { fakeApi, nothing, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import * as verified from './email-verified-success.tsx'
import * as handleActionData from './handle-action.data.ts'
import * as handleActionScreen from './handle-action.tsx'

const handleAction = { ...handleActionScreen, ...handleActionData }

const open = (query: string) =>
  renderRoutes(`/handle-action${query}`, [
    { path: '/handle-action', ...handleAction },
    { path: '/email-verified-success', ...verified },
  ])

describe('the target of emailed links (specification §2, /handle-action)', () => {
  it('applies the code of a new email address', async () => {
    const api = fakeApi({ 'POST /api/account/email/apply': nothing })
    const { address } = open('?mode=verifyAndChangeEmail&oobCode=code-1')
    await expect.poll(address).toBe('/email-verified-success')
    expect(api.sent('POST /api/account/email/apply')).toEqual([{ code: 'code-1' }])
  })

  it.each([
    [
      'email/apply',
      'expired-action-code',
      'verifyAndChangeEmail',
      ['Back to settings', '/dashboard/settings'],
    ],
    [
      'verification/apply',
      'invalid-action-code',
      'verifyEmail',
      ['Send a new link', '/email-verification'],
    ],
    [
      'recovery/check',
      'invalid-action-code',
      'recoverEmail',
      ['Request a new link', '/forgot-password'],
    ],
  ] as const)('offers what to do when %s answers %s', async (route, code, mode, [name, href]) => {
    fakeApi({ [`POST /api/account/${route}`]: refusal(400, code) })
    open(`?mode=${mode}&oobCode=code-1`)
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href)
    expect(screen.getByText(errorSentences[code])).toBeInTheDocument()
    await expectAccessible()
  })

  it('can be retried after a server error', async () => {
    let down = true
    const api = fakeApi({
      'POST /api/account/verification/apply': () => (down ? refusal(500, 'internal') : nothing),
    })
    open('?mode=verifyEmail&oobCode=code-1')
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByText(/^Something went wrong on our side/)).toBeInTheDocument()

    down = false
    await userEvent.click(again)
    expect(
      await screen.findByRole('heading', { name: 'Verification Successful' }),
    ).toBeInTheDocument()
    expect(api.received).toHaveLength(2)
  })

  it('turns two-step verification off, and can be retried after a server error', async () => {
    const recovery = { kind: 'two-factor', email: 'ada@example.com', newEmail: null }
    let down = true
    fakeApi({
      'POST /api/account/recovery/check': { recovery },
      'POST /api/account/recovery/apply': () => (down ? refusal(500, 'internal') : nothing),
    })
    open('?mode=revertSecondFactorAddition&oobCode=code-1')

    await userEvent.click(await screen.findByRole('button', { name: 'Turn it off' }))
    expect(await screen.findByText(/^Something went wrong on our side/)).toBeInTheDocument()
    down = false
    await userEvent.click(screen.getByRole('button', { name: 'Turn it off' }))
    expect(await screen.findByText(/^Two-step verification is off/)).toBeInTheDocument()
  })

  it.each(['', '?mode=recoverEverything&oobCode=x', '?oobCode=x'])(
    "says 'Unknown mode' for %j and calls no API",
    async (query) => {
      const api = fakeApi({})
      open(query)
      expect(await screen.findByText('Unknown mode')).toBeInTheDocument()
      expect(screen.getByRole('heading', { name: 'This link does not work' })).toBeInTheDocument()
      expect(api.received).toEqual([])
      await expectAccessible()
    },
  )
})
