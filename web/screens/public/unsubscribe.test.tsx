import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { expectAccessible } from '#test/web/axe.ts'
import { renderRoutes } from '#test/web/render.tsx'

import * as unsubscribe from './unsubscribe.tsx'

const open = (search: string) =>
  renderRoutes(`/unsubscribe/link${search}`, [{ path: '/unsubscribe/:token', ...unsubscribe }])

it('asks before it ends the mails: who only looks, ends nothing', async () => {
  open('')
  const button = await screen.findByRole('button', { name: 'Unsubscribe' })
  expect(button.closest('form')).toHaveAttribute('method', 'post')
  await expectAccessible()
})

it('says that it is done', async () => {
  open('?done')
  expect(await screen.findByText(/^Done\. You will not hear/)).toBeVisible()
})
