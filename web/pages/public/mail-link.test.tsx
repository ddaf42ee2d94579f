import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import * as mailLink from './mail-link.tsx'

describe.each([
  ['/confirm-address', 'Confirm my email address', /address is confirmed/],
  ['/follow', 'Yes, it was me', /^Confirmed/],
  ['/report-message', 'Report this message', /reviewers will look at the message/],
])('the page %s', (path, button, done) => {
  const open = (search: string) =>
    renderRoutes(`${path}/link${search}`, [{ path: `${path}/:token`, ...mailLink }])

  it('asks before it does anything, with a form that works without JavaScript', async () => {
    open('')
    const form = (await screen.findByRole('button', { name: button })).closest('form')
    expect(form).toHaveAttribute('method', 'post')
    expect(form).not.toHaveAttribute('action')
    await expectAccessible()
  })

  it('confirms it afterwards', async () => {
    open('?done')
    expect(await screen.findByText(done)).toBeVisible()
  })
})
