import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { fakeApi } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'

import * as forgotData from './forgot-password.data.ts'
import * as forgotScreen from './forgot-password.tsx'
import * as confirmData from './reset-password-confirm.data.ts'
import * as confirmScreen from './reset-password-confirm.tsx'
import * as resetData from './reset-password.data.ts'
import * as resetScreen from './reset-password.tsx'

const forgot = { ...forgotScreen, ...forgotData }
const confirm = { ...confirmScreen, ...confirmData }
const reset = { ...resetScreen, ...resetData }

const routes = [
  { path: '/forgot-password', ...forgot },
  { path: '/reset-password-confirm', ...confirm },
  { path: '/reset-password', ...reset },
]
const open = (at: string) => renderRoutes(at, routes)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('the confirmation that a link was sent', () => {
  it('waits until a minute after the request before it sends another link', async () => {
    fakeApi({})
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    document.cookie = `mailedTo=${Date.now() - 20_000}%20ada%40example.com; Path=/`
    open('/reset-password-confirm')
    expect((await screen.findAllByText('You can try again in 40 seconds.'))[0]).toBeVisible()
    expect(screen.getByRole('button', { name: 'Resend Link' })).toBeDisabled()
  })

  it('asks for the address if it is unknown', async () => {
    const api = fakeApi({})
    const { address } = open('/reset-password-confirm')
    await screen.findByRole('button', { name: 'Resend Link' })
    await press('Resend Link')
    await expect.poll(address).toBe('/forgot-password')
    expect(api.received).toEqual([])
  })
})
