import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import * as mailLink from './mail-link.tsx'
import * as secureAccount from './secure-account.tsx'
import * as unsubscribe from './unsubscribe.tsx'

describe.each([
  ['/confirm-address', mailLink, 'Confirm my email address', /address is confirmed/],
  ['/follow', mailLink, 'Yes, it was me', /^Confirmed/],
  ['/report-message', mailLink, 'Report this message', /reviewers will look at the message/],
  ['/secure-account', secureAccount, 'Log out all devices', /^All devices.*write to support@/],
  ['/unsubscribe', unsubscribe, 'Unsubscribe', /^You’re unsubscribed/],
])('the page %s', (path, page, button, done) => {
  const open = (search: string) =>
    renderRoutes(`${path}/link${search}`, [{ path: `${path}/:token`, ...page }])

  it('asks before it does anything, with a form that works without JavaScript', async () => {
    open('')
    const form = (await screen.findByRole('button', { name: button })).closest('form')
    expect(form).toHaveAttribute('method', 'post')
    expect(form).not.toHaveAttribute('action')
    await expectAccessible()
  })

  it('confirms it afterwards, and asks no longer', async () => {
    open('?done')
    const message = await screen.findByText(done)
    expect(message).toBeVisible()
    expect(message.parentElement?.querySelector('svg')).toHaveClass('lucide-circle-check')
    expect(screen.queryByRole('button', { name: button })).toBeNull()
  })
})
