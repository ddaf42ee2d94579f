import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { expectAccessible } from '#test/support/web/axe.ts'
import { renderRoutes } from '#test/support/web/render.tsx'

import { Component } from './email-verified-success.tsx'

it("says 'Verification Successful' and links to the login page", async () => {
  renderRoutes('/email-verified-success', [{ path: '/email-verified-success', Component }])
  expect(await screen.findByRole('heading', { name: 'Verification Successful' })).toBeVisible()
  expect(screen.getByText(/Your account is verified and activated/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
  await expectAccessible()
})
