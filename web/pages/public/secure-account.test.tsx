import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import * as secureAccount from './secure-account.tsx'

const open = (search: string) =>
  renderRoutes(`/secure-account/link${search}`, [
    { path: '/secure-account/:token', ...secureAccount },
  ])

it('asks before it logs out all devices, with a form that works without JavaScript', async () => {
  open('')
  const button = await screen.findByRole('button', { name: 'Log out all devices' })
  expect(button.closest('form')).toHaveAttribute('method', 'post')
  expect(button.closest('form')).not.toHaveAttribute('action')
  await expectAccessible()
})

it.each([
  ['?done', 'circle-check', /^All devices are logged out.*write to support@/],
  ['?expired', 'circle-alert', /^This link was used before or is older than 7 days/],
])('says what happened after %s, with the mark %s', async (search, mark, sentence) => {
  open(search)
  const message = await screen.findByText(sentence)
  expect(message).toBeVisible()
  expect(message.parentElement?.querySelector('svg')).toHaveClass(`lucide-${mark}`)
  expect(screen.queryByRole('button', { name: 'Log out all devices' })).toBeNull()
})

it.each([
  ['?former', /^Did someone else change the email address/],
  ['?former&done', /^All devices are logged out\. Now write to support@/],
  ['?former&expired', /Write to support@/],
])('promises no link for a new password to the former address: %s', async (search, sentence) => {
  open(search)
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(screen.queryByText(/new password/)).toBeNull()
})
