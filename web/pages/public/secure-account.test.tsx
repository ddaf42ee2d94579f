import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { renderRoutes } from '#test/support/web/render.tsx'

import * as secureAccount from './secure-account.tsx'

const open = (search: string) =>
  renderRoutes(`/secure-account/link${search}`, [
    { path: '/secure-account/:token', ...secureAccount },
  ])

it('says that the link is too old, with another mark than that of success', async () => {
  open('?expired')
  const message = await screen.findByText(/^This link was used before or is older than 7 days/)
  expect(message.parentElement?.querySelector('svg')).toHaveClass('lucide-circle-alert')
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
