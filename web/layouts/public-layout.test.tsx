import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { renderAt } from '#test/support/web/render.tsx'
import { setSignedIn } from '#web/pages/parts/session/signed-in.ts'

import { PublicLayout } from './public-layout.tsx'

const open = (site = {}) =>
  renderAt(
    '/c/a-well',
    '/c/:slug',
    <PublicLayout>
      <h1>A well</h1>
    </PublicLayout>,
    site,
  )

describe('the public layout (specification §2, /)', () => {
  it('links to the dashboard instead when someone is signed in', async () => {
    open({ isSignedIn: true })
    const header = within(await screen.findByRole('banner'))
    expect(header.getAllByRole('link', { name: 'Dashboard' })[0]).toHaveAttribute(
      'href',
      '/dashboard/overview',
    )
    expect(screen.queryByRole('link', { name: /Create account|Log in/ })).toBeNull()

    act(() => setSignedIn({ person: null }))
    expect(header.getAllByRole('link', { name: 'Create account' })).not.toHaveLength(0)
    const footer = within(screen.getByRole('contentinfo'))
    expect(footer.getByRole('link', { name: 'Create account' })).toHaveAttribute('href', '/signup')
  })

  it('searches the public list, in the header and in the menu', async () => {
    open()
    const header = await screen.findByRole('banner')
    const searches = [...header.querySelectorAll('search')]
    expect(searches).toHaveLength(2)
    for (const search of searches) {
      expect(search.querySelector('form')).toHaveAttribute('action', '/campaigns')
      expect(within(search).getByRole('searchbox')).toHaveAttribute('name', 'q')
    }
    const footer = within(screen.getByRole('contentinfo'))
    expect(footer.getByRole('link', { name: 'Browse campaigns' })).toHaveAttribute(
      'href',
      '/campaigns',
    )
  })

  it('has a menu that opens without script and closes on Escape and when a link is followed', async () => {
    open()
    const menu = (await screen.findByLabelText('Menu')).closest('details')
    await userEvent.click(screen.getByLabelText('Menu'))
    expect(menu).toHaveAttribute('open')
    await userEvent.keyboard('{Escape}')
    expect(menu).not.toHaveAttribute('open')
    expect(screen.getByLabelText('Menu')).toHaveFocus()

    await userEvent.click(screen.getByLabelText('Menu'))
    await userEvent.click(within(menu ?? document.body).getByText('How it works'))
    expect(menu).not.toHaveAttribute('open')
  })
})
