import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { browserHistory } from './history.ts'
import { toHref, type Location } from './location.ts'

const at = (pathname: string, key: string, state: unknown = null): Location => ({
  pathname,
  search: '',
  hash: '',
  state,
  key,
})

describe('in the browser', () => {
  const listeners: [string, EventListener][] = []

  beforeEach(() => {
    const add = window.addEventListener.bind(window)
    vi.spyOn(globalThis, 'addEventListener').mockImplementation(
      (name: string, listener: unknown) => {
        listeners.push([name, listener as EventListener])
        add(name, listener as EventListener)
      },
    )
    window.history.replaceState(null, '', '/start?x#y')
  })

  afterEach(() => {
    for (const [name, listener] of listeners.splice(0)) window.removeEventListener(name, listener)
    vi.restoreAllMocks()
    window.history.replaceState(null, '', '/')
  })

  const listen = (history: ReturnType<typeof browserHistory>) => {
    const reached: Location[] = []
    history.listen((location) => reached.push(location))
    return reached
  }
  const currentHref = () => {
    const { pathname, search, hash } = window.location
    return toHref({ pathname, search, hash })
  }

  it('starts at the address of the document', () => {
    const { location } = browserHistory()
    expect(toHref(location)).toBe('/start?x#y')
    expect(location).toMatchObject({ key: 'default', state: null })
  })

  it('shows pushed and replaced addresses', () => {
    const history = browserHistory()
    const { length } = window.history
    history.push(at('/b', '1'))
    expect(currentHref()).toBe('/b')
    expect(window.history).toHaveLength(length + 1)
    history.replace(at('/c', '2'))
    expect(currentHref()).toBe('/c')
    expect(window.history).toHaveLength(length + 1)
  })

  it('has the state and the key of an entry that is gone back to, and after the document is loaded again', async () => {
    const history = browserHistory()
    const reached = listen(history)
    history.push(at('/b', '1', { sent: true }))
    history.push(at('/c', '2'))
    history.go(-1)
    await expect.poll(() => reached).toHaveLength(1)
    expect(reached[0]).toEqual(at('/b', '1', { sent: true }))
    expect(browserHistory().location).toEqual(at('/b', '1', { sent: true }))
  })

  it('has the key of the first entry when the browser goes back to it', async () => {
    const history = browserHistory()
    const reached = listen(history)
    history.push(at('/b', '1'))
    history.go(-1)
    await expect.poll(() => reached).toHaveLength(1)
    expect(reached[0]).toEqual(history.location)
  })

  it('has the key of the page for an entry that the browser made for a place in it', () => {
    const history = browserHistory()
    const reached = listen(history)
    history.push(at('/b', '1'))
    window.history.pushState(null, '', '#more')
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
    expect(reached).toEqual([{ ...at('/b', '1'), hash: '#more' }])
    // The key is there after the document is loaded again, too.
    expect(browserHistory().location.key).toBe('1')
    expect(currentHref()).toBe('/b#more')
  })

  it('has a page for an entry whose state is not ours', () => {
    window.history.replaceState('text of an extension', '')
    expect(browserHistory().location).toMatchObject({ key: 'default', state: null })
  })

  it('stays on this site for a path that looks like another host', () => {
    browserHistory().push(at('//evil.example/', '1'))
    expect(window.location.host).not.toBe('evil.example')
    expect(window.location.pathname).toBe('//evil.example/')
  })

  it('loads no document from a script', () => {
    expect(() => browserHistory().load('javascript:alert(1)', false)).toThrow('no document')
  })
})
