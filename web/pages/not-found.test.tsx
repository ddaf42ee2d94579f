import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { expectAccessible } from '#test/support/web/axe.ts'
import { renderRoutes } from '#test/support/web/render.tsx'

import { Component } from './not-found.tsx'

it('says what went wrong and links home (specification §2, Not-found screen)', async () => {
  renderRoutes('/nowhere', [{ path: '/nowhere', Component }])
  expect(await screen.findByRole('heading', { name: 'Something went wrong.' })).toBeInTheDocument()
  expect(screen.getByText("Sorry, we can't find the page you're looking for.")).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go home' })).toHaveAttribute(
    'href',
    '/dashboard/overview',
  )
  await expectAccessible()
})
