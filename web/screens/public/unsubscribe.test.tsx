import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { expectAccessible } from '#test/web/axe.ts'
import { renderRoutes } from '#test/web/render.tsx'

import * as unsubscribe from './unsubscribe.tsx'

const open = (search: string) =>
  renderRoutes(`/unsubscribe/link${search}`, [{ path: '/unsubscribe/:token', ...unsubscribe }])

it('asks for confirmation, and opening the link changes nothing', async () => {
  open('')
  const button = await screen.findByRole('button', { name: 'Unsubscribe' })
  expect(button.closest('form')).toHaveAttribute('method', 'post')
  await expectAccessible()
})

it('confirms that the emails have stopped', async () => {
  open('?done')
  expect(await screen.findByText(/^You’re unsubscribed/)).toBeVisible()
})
