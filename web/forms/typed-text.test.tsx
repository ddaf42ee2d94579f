import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { wellDetail } from '#test/support/web/campaigns.ts'
import { fakeApi, nothing, refusal } from '#test/support/web/fake-api.ts'
import { renderAt, renderRoutes } from '#test/support/web/render.tsx'
import { FeedbackForm } from '#web/pages/dashboard/settings.tsx'
import { action, loader } from '#web/pages/account/sign-up.data.ts'
import { Component } from '#web/pages/account/sign-up.tsx'
import * as updates from '#web/pages/public/updates.tsx'

const stored = () => sessionStorage.getItem('typed-text') ?? ''
const openFeedback = () => renderAt('/settings', '/settings', <FeedbackForm />)
const feedback = () => screen.findByLabelText('Your feedback')
const openSignUp = () => renderRoutes('/signup', [{ path: '/signup', loader, action, Component }])

it('restores a long text after a reload, and sends it', async () => {
  const api = fakeApi({ 'POST /api/feedback': nothing })
  const { unmount } = openFeedback()
  await userEvent.type(await feedback(), 'The wizard is long.')
  unmount()
  openFeedback()
  await waitFor(async () => expect(await feedback()).toHaveValue('The wizard is long.'))
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() =>
    expect(api.sent('POST /api/feedback')).toEqual([{ feedback: 'The wizard is long.' }]),
  )
  await waitFor(() => expect(stored()).not.toContain('wizard'))
})

it('keeps the text of a form that is refused', async () => {
  fakeApi({ 'POST /api/feedback': refusal(503, 'busy') })
  openFeedback()
  await userEvent.type(await feedback(), 'Still here')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findAllByText(/busy|moment/i)
  expect(stored()).toContain('Still here')
})

it('shows the words of an update that another device has changed since the tab showed it', async () => {
  const at = '2026-03-01T09:00:00.000Z'
  const update = { id: 'u1', title: 'Water', text: 'It flows.', images: [], at, editedAt: null }
  const page = { next: null, canWrite: true, canHide: false, isFollowing: null }
  const openUpdates = (text: string) => {
    fakeApi({
      'GET /api/campaigns/by-slug/a-well-for-oke-odo': { campaign: wellDetail },
      'GET /api/campaigns/well-1/updates': { ...page, updates: [{ ...update, text, earlier: [] }] },
    })
    return renderRoutes('/c/a-well-for-oke-odo/updates', [{ path: '/c/:slug/updates', ...updates }])
  }
  const { unmount } = openUpdates('It flows.')
  expect(await screen.findByDisplayValue('It flows.')).toBeInTheDocument()
  await new Promise((resolve) => setTimeout(resolve, 100))
  unmount()
  openUpdates('It flows at last.')
  expect(await screen.findByDisplayValue('It flows at last.')).toBeInTheDocument()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(screen.getByDisplayValue('It flows at last.')).toBeInTheDocument()
})

it('restores the sign-up without its passwords', async () => {
  fakeApi({})
  const { unmount } = openSignUp()
  await userEvent.type(await screen.findByLabelText('First Name'), 'Ada')
  await userEvent.selectOptions(screen.getByLabelText('Gender'), 'Female')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
  expect(stored()).not.toContain('horse')
  unmount()
  openSignUp()
  await waitFor(() => expect(screen.getByLabelText('First Name')).toHaveValue('Ada'))
  expect(screen.getByLabelText('Gender')).toHaveValue('Female')
  expect(screen.getByLabelText('Password')).toHaveValue('')
})
