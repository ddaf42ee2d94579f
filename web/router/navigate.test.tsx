import { fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { Link } from './navigate.tsx'
import { PageView } from './page-view.tsx'
import type { Navigator } from './router.ts'

const navigate = vi.fn<Navigator['navigate']>(async () => undefined)
const navigator: Navigator = {
  navigate,
  revalidate: async () => undefined,
  prepare: async () => undefined,
}
const here = { pathname: '/a', search: '?x=1', hash: '#top', state: null, key: '1' }

/** Shows a link on a page, and returns it. */
function show(props: ComponentProps<typeof Link>, location = here): HTMLElement {
  const element = <Link {...props}>Go</Link>
  const page = {
    location,
    matches: [{ route: { id: 'a', children: [], element }, path: '/a', params: {} }],
    loaderData: {},
    actionData: null,
    errors: null,
  }
  render(<PageView page={page} navigator={navigator} />)
  return screen.getByText('Go')
}

/** Clicks, and returns whether the browser follows the link itself. The document of jsdom does not leave. */
function isLeftToBrowser(link: HTMLElement, click: MouseEventInit = {}): boolean {
  let isLeft = false
  const stop = (event: Event) => {
    isLeft = !event.defaultPrevented
    event.preventDefault()
  }
  window.addEventListener('click', stop, { once: true })
  fireEvent.click(link, click)
  return isLeft
}

beforeEach(() => void navigate.mockClear())

describe('a link', () => {
  it('is followed by the router on a plain click', () => {
    const link = show({ to: '/b?y#z', state: 'sent', preventScrollReset: true })
    expect(link).toHaveAttribute('href', '/b?y#z')
    expect(isLeftToBrowser(link)).toBe(false)
    expect(navigate).toHaveBeenCalledExactlyOnceWith(
      { pathname: '/b', search: '?y', hash: '#z' },
      { replace: false, state: 'sent', preventScrollReset: true },
    )
  })

  it.each([
    { metaKey: true },
    { ctrlKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
    { button: 2 },
  ])('is left to the browser on a click with %o', (click) => {
    expect(isLeftToBrowser(show({ to: '/b' }), click)).toBe(true)
    expect(navigate).not.toHaveBeenCalled()
  })

  it.each([
    { target: '_blank' },
    { download: true },
    { download: 'receipt.pdf' },
    { reloadDocument: true },
    { to: 'https://evil.example/' },
    { to: '//evil.example/' },
    { to: 'mailto:help@ajo.example' },
  ])('is left to the browser with %o', (props) => {
    expect(isLeftToBrowser(show({ to: '/b', ...props }))).toBe(true)
    expect(navigate).not.toHaveBeenCalled()
  })

  it('is followed by the router when it names its own window', () => {
    expect(isLeftToBrowser(show({ to: '/b', target: '_self' }))).toBe(false)
    expect(navigate).toHaveBeenCalledOnce()
  })

  it('is not followed when its own handler has handled the click', () => {
    show({ to: '/b', onClick: (event) => event.preventDefault() })
    fireEvent.click(screen.getByText('Go'))
    expect(navigate).not.toHaveBeenCalled()
  })

  it('never names a script', () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    const link = show({ to: 'javascript:alert(1)' })
    expect(link.getAttribute('href')).not.toContain('alert')
    expect(isLeftToBrowser(link)).toBe(true)
    vi.restoreAllMocks()
  })

  it.each([
    ['/a?x=1#top', true],
    ['#top', true],
    ['#more', false],
    ['/a?x=1', false],
    ['/a?x=2#top', false],
  ])('to %s replaces the entry of the page: %s', (to, isReplaced) => {
    fireEvent.click(show({ to }))
    expect(navigate.mock.lastCall?.[1]?.replace).toBe(isReplaced)
  })

  it('adds an entry for the same page when it says so', () => {
    fireEvent.click(show({ to: '#top', replace: false }))
    expect(navigate.mock.lastCall?.[1]?.replace).toBe(false)
  })

  it('stays on this site on a page whose path looks like another host', () => {
    const link = show({ to: '#more' }, { ...here, pathname: '//evil.example/' })
    const { origin } = new URL(link.getAttribute('href') ?? '', window.location.href)
    expect(origin).toBe(window.location.origin)
    fireEvent.click(link)
    expect(navigate.mock.lastCall?.[0]).toMatchObject({
      pathname: '//evil.example/',
      hash: '#more',
    })
  })
})
