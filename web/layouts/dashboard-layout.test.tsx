import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { adaSession as signedIn } from '#test/support/web/accounts.ts'
import { fakeApi, nothing, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import { loader } from './dashboard-layout.data.ts'
import { Component } from './dashboard-layout.tsx'

const open = (at = '/dashboard/overview') =>
  renderRoutes(at, [
    {
      path: '/dashboard',
      loader,
      Component,
      children: [{ path: '*', element: <h1>A screen</h1> }],
    },
  ])

/** Replaces matchMedia. The test sets the width of the window. */
function fakeWindow(narrow: boolean) {
  const listeners = new Set<() => void>()
  const media = {
    matches: narrow,
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  }
  vi.stubGlobal('matchMedia', () => media)
  return async (now: boolean) => {
    // The page may be rendered before its event handlers are attached.
    await expect.poll(() => listeners.size).toBeGreaterThan(0)
    act(() => {
      media.matches = now
      for (const listener of listeners) listener()
    })
  }
}

const sidebar = () => screen.queryByRole('navigation', { name: 'Dashboard' })
const toggle = async () =>
  within(await screen.findByRole('banner')).getByRole('button', { name: /^(Open|Close) menu$/ })

describe('the dashboard layout (specification §2)', () => {
  beforeEach(() => {
    fakeWindow(false)
  })

  it('asks once to accept new terms, and blocks nothing', async () => {
    const api = fakeApi({
      ...signedIn,
      'GET /api/account/terms': { isAccepted: false },
      'POST /api/account/terms': nothing,
    })
    open()
    const banner = await screen.findByRole('complementary', { name: 'New terms of service' })
    expect(screen.getByRole('heading', { name: 'A screen' })).toBeVisible()
    await expectAccessible()
    await userEvent.click(within(banner).getByRole('button', { name: 'I agree' }))
    await waitFor(() => expect(banner).not.toBeInTheDocument())
    expect(api.sent('POST /api/account/terms')).toHaveLength(1)
  })

  it.each([
    ['/dashboard/campaigns/create', 'Campaigns'],
    ['/dashboard/campaign/well-1', 'Campaigns'],
    ['/dashboard/campaign/well-1/money', 'Campaigns'],
    ['/dashboard/statement', 'Transactions'],
  ])('marks the section of %s as current', async (at, entry) => {
    fakeApi(signedIn)
    open(at)
    expect(await screen.findByRole('link', { current: 'page' })).toHaveTextContent(entry)
  })

  it('has a link that skips the sidebar as the first tab stop', async () => {
    fakeApi(signedIn)
    open()
    await toggle()
    await userEvent.tab()
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
    expect(screen.getByRole('main')).toHaveAttribute('id', 'main')
  })
})

describe('logging out', () => {
  beforeEach(() => {
    fakeWindow(false)
  })
  const logOut = async () => userEvent.click(await screen.findByRole('button', { name: 'Log out' }))

  it('shows an error and stays when the request fails', async () => {
    fakeApi({ ...signedIn, 'DELETE /api/session': refusal(500, 'internal') })
    const { address } = open()
    await logOut()
    expect(await screen.findByText(/^Something went wrong on our side/)).toBeInTheDocument()
    expect(address()).toBe('/dashboard/overview')
  })
})

describe('the sidebar', () => {
  it('takes the focus while it covers a phone screen, and returns it on Escape', async () => {
    fakeWindow(true)
    fakeApi(signedIn)
    open()
    expect(await toggle()).toHaveAttribute('aria-expanded', 'false')

    await userEvent.click(await toggle())
    const close = within(sidebar() ?? document.body).getByRole('button', { name: 'Close menu' })
    await waitFor(() => expect(close).toHaveFocus())
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    expect(sidebar()).not.toBeInTheDocument()
    expect(await toggle()).toHaveFocus()
  })

  it('closes on a phone when a link is followed', async () => {
    fakeWindow(true)
    fakeApi(signedIn)
    const { address } = open()
    await userEvent.click(await toggle())
    await userEvent.click(screen.getByRole('link', { name: 'Profile' }))
    await expect.poll(address).toBe('/dashboard/profile')
    await waitFor(() => expect(sidebar()).not.toBeInTheDocument())
  })
})
