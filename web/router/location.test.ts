import { describe, expect, it } from 'vitest'

import { isDocumentUrl, resolvePath, toHref } from './location.ts'

const here = { pathname: '/c/a-well', search: '?after=3', hash: '#top' }
const resolve = (to: Parameters<typeof resolvePath>[0], from = here) => {
  const path = resolvePath(to, from)
  return path && toHref(path)
}

describe('an address', () => {
  it.each([
    ['/login', '/login'],
    ['?order=new', '/c/a-well?order=new'],
    ['#rules', '/c/a-well?after=3#rules'],
    ['donate', '/c/donate'],
    ['', '/c/a-well?after=3'],
    ['/c/àgbàdò', '/c/%C3%A0gb%C3%A0d%C3%B2'],
    [`${window.location.origin}/login?x#y`, '/login?x#y'],
  ])('%s is relative to the current page', (to, expected) => {
    expect(resolve(to)).toBe(expected)
  })

  it('of parts has the path of the page and only the parts that are named', () => {
    expect(resolve({ search: '?tab=2' })).toBe('/c/a-well?tab=2')
    expect(resolve({ search: '' })).toBe('/c/a-well')
    expect(resolve({ pathname: '/login', search: '?a', hash: '#b' })).toBe('/login?a#b')
  })

  it.each([
    '//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'mailto:a@b.example',
    '//',
    'http://:',
  ])('%s is none of this site', (to) => expect(resolve(to)).toBeUndefined())

  it.each(['/login', '#rules', '?a', '', { search: '?a' }])(
    'relative to a page whose path looks like another host stays on this site: %j',
    (to) => {
      for (const pathname of ['//evil.example/', '//']) {
        const href = resolve(to, { pathname, search: '', hash: '' }) ?? ''
        expect(new URL(href, window.location.href).origin).toBe(window.location.origin)
      }
    },
  )

  it('with a path that looks like another host is written so that it names this one', () => {
    const href = toHref({ pathname: '//evil.example/' })
    expect(new URL(href, 'https://ajo.example/')).toMatchObject({
      origin: 'https://ajo.example',
      pathname: '//evil.example/',
    })
  })

  it.each([
    ['/login', true],
    ['https://pay.example/x', true],
    ['//pay.example', true],
    ['javascript:alert(1)', false],
    [' JavaScript:alert(1)', false],
    ['data:text/html,x', false],
    ['http://:', false],
  ])('%s is loaded as a document: %s', (url, isLoaded) => {
    expect(isDocumentUrl(url)).toBe(isLoaded)
  })
})
