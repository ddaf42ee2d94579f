import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { expectAccessible, renderAt } from '#test/support/web/render.tsx'

import { LanguageChoice } from './frame.tsx'

it('has a submit button for each language, marks the current one, and works without script', async () => {
  renderAt('/', '/', <LanguageChoice />)
  const form = await screen.findByRole('form', { name: 'Language' })
  expect(form).toHaveAttribute('method', 'post')
  expect(form).toHaveAttribute('action', '/language')

  const pidgin = screen.getByRole('button', { name: 'Pidgin' })
  expect(pidgin).toHaveAttribute('name', 'language')
  expect(pidgin).toHaveAttribute('value', 'pcm')
  expect(pidgin).toHaveAttribute('lang', 'pcm')
  expect(pidgin).not.toHaveAttribute('aria-current')
  expect(screen.getByRole('button', { name: 'English' })).toHaveAttribute('aria-current', 'true')
  await expectAccessible()
})
