import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import * as unsubscribe from './unsubscribe.tsx'

const open = (search: string) =>
  renderRoutes(`/unsubscribe/link${search}`, [{ path: '/unsubscribe/:token', ...unsubscribe }])

it('asks for confirmation, and opening the link changes nothing', async () => {
  open('')
  const button = await screen.findByRole('button', { name: 'Unsubscribe' })
  expect(button.closest('form')).toHaveAttribute('method', 'post')
  await expectAccessible()
})

it('stops the emails of all campaigns with a button of its own', async () => {
  open('')
  const button = await screen.findByRole('button', { name: 'Unsubscribe from all campaigns' })
  expect(button.closest('form')).toHaveAttribute('action', '/unsubscribe/link?choice=all')
})

it('confirms that the emails of all campaigns have stopped', async () => {
  open('?done=all')
  expect(await screen.findByText('You’re unsubscribed from all campaigns.')).toBeVisible()
})

it('confirms that the emails have stopped', async () => {
  open('?done')
  expect(await screen.findByText(/^You’re unsubscribed/)).toBeVisible()
})
