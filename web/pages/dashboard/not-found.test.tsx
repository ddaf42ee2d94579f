import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { renderAt } from '#test/support/web/render.tsx'

import { Component } from './not-found.tsx'

it('says that the page does not exist, and links home', () => {
  renderAt('/', '/', <Component />)
  expect(screen.getByRole('heading', { level: 1, name: 'Something went wrong.' })).toBeVisible()
  expect(screen.getByText("Sorry, we can't find the page you're looking for.")).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go home' })).toHaveAttribute(
    'href',
    '/dashboard/overview',
  )
})
