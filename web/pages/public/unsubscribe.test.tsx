import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { renderRoutes } from '#test/support/web/render.tsx'

import * as unsubscribe from './unsubscribe.tsx'

const open = (search: string) =>
  renderRoutes(`/unsubscribe/link${search}`, [{ path: '/unsubscribe/:token', ...unsubscribe }])

it('stops the emails of all campaigns with a button of its own', async () => {
  open('')
  const button = await screen.findByRole('button', { name: 'Unsubscribe from all campaigns' })
  expect(button.closest('form')).toHaveAttribute('action', '/unsubscribe/link?choice=all')
})

it('confirms that the emails of all campaigns have stopped', async () => {
  open('?done=all')
  expect(await screen.findByText('You’re unsubscribed from all campaigns.')).toBeVisible()
})
