import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { expectAccessible } from '#test/support/web/axe.ts'
import { renderAt } from '#test/support/web/render.tsx'

import { AuthLayout } from './auth-layout.tsx'

it('shows the promotional panel and a logo that links home (specification §1, §2)', async () => {
  renderAt('/login', '/login', <AuthLayout title="Welcome back!">form</AuthLayout>)
  const panel = within(await screen.findByRole('complementary'))
  expect(
    panel.getByRole('heading', { name: 'Empowering Dreams, One Contribution at a Time' }),
  ).toBeInTheDocument()
  expect(panel.getByText('Together, we can fund the future we believe in.')).toBeInTheDocument()
  expect(within(screen.getByRole('banner')).getByRole('link')).toHaveAttribute('href', '/')
  await expectAccessible()
})
