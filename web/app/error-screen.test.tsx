import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { renderRoutes } from '#test/support/web/render.tsx'

import { ErrorScreen } from './error-screen.tsx'

const Broken = () => {
  throw new Error('a bug')
}
const open = (Component: () => null) =>
  renderRoutes('/', [{ path: '/', Component, errorElement: <ErrorScreen /> }])

it("shows 'Unexpected Application Error!', a reason and a retry link when a screen throws", async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  open(Broken)
  expect(
    await screen.findByRole('heading', { name: 'Unexpected Application Error!' }),
  ).toBeVisible()
  expect(screen.getByText('Something went wrong on our side. Please try again.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/')
  vi.restoreAllMocks()
})
