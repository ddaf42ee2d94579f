import { describe, expect, it } from 'vitest'

import { matchPath, matchRoutes } from './match-routes.ts'
import { identifyRoutes } from './route.ts'

const paths = ['*', '/c/:slug/:code', '/c/:slug', '/c/:slug/donate', '/', '/verify/:code?']
const routes = identifyRoutes([
  {
    id: 'root',
    children: [
      ...paths.map((path) => ({ id: path, path })),
      {
        id: 'layout',
        path: '/dashboard',
        children: [
          { id: 'missing', path: '*' },
          { id: 'item', path: 'item/:id' },
          { id: 'list', path: '/dashboard/list' },
        ],
      },
      { id: 'a.b', path: '/a.b' },
    ],
  },
])
const find = (pathname: string) => {
  const matches = matchRoutes(routes, pathname)
  return { id: matches?.at(-1)?.route.id, params: matches?.at(-1)?.params }
}

describe('an address', () => {
  it.each([
    ['/', '/', {}],
    ['/c/a-well', '/c/:slug', { slug: 'a-well' }],
    ['/c/a-well/donate', '/c/:slug/donate', { slug: 'a-well' }],
    ['/c/a-well/x7', '/c/:slug/:code', { slug: 'a-well', code: 'x7' }],
    ['/c', '*', { '*': 'c' }],
    ['/verify', '/verify/:code?', {}],
    ['/verify/x7', '/verify/:code?', { code: 'x7' }],
    ['/verify/x7/more', '*', { '*': 'verify/x7/more' }],
    ['/dashboard/list', 'list', {}],
    ['/dashboard/item/3', 'item', { id: '3' }],
    ['/dashboard/no/where', 'missing', { '*': 'no/where' }],
    ['/dashboard', 'missing', { '*': '' }],
    ['/nowhere', '*', { '*': 'nowhere' }],
    ['//c/a-well', '*', { '*': '/c/a-well' }],
  ])('%s has the most specific route, which is %s', (pathname, id, params) => {
    expect(find(pathname)).toEqual({ id, params })
  })

  it('has its route with a trailing slash and in other case, with the parameter as it is written', () => {
    expect(find('/C/A-Well/')).toEqual({ id: '/c/:slug', params: { slug: 'A-Well' } })
  })

  it('has decoded parameters, where an encoded slash does not end one', () => {
    expect(find('/c/%C3%A0gb%C3%A0d%C3%B2%2F1')).toEqual({
      id: '/c/:slug',
      params: { slug: 'àgbàdò/1' },
    })
  })

  it('has a parameter as it is written when its encoding is broken', () => {
    expect(find('/c/%E0%A4%A').params).toEqual({ slug: '%E0%A4%A' })
  })

  it('does not match other characters than those of the path', () => {
    expect(find('/axb').id).toBe('*')
    expect(find('/a.b').id).toBe('a.b')
  })

  it('has all levels from the outermost, with their whole patterns', () => {
    expect(
      matchRoutes(routes, '/dashboard/item/3')?.map(({ route, path }) => [route.id, path]),
    ).toEqual([
      ['root', ''],
      ['layout', '/dashboard'],
      ['item', '/dashboard/item/:id'],
    ])
  })

  it('has no route where the tree has none for it', () => {
    expect(matchRoutes(identifyRoutes([{ path: '/a' }]), '/b')).toBeNull()
  })

  it('has the route that stands first when two are as specific', () => {
    const equals = identifyRoutes([
      { id: 'first', path: '/:a' },
      { id: 'second', path: '/:b' },
    ])
    expect(matchRoutes(equals, '/x')?.[0]?.route.id).toBe('first')
  })
})

describe('a path', () => {
  it('matches the whole address, or null', () => {
    expect(matchPath('/c/:slug', '/c/a-well')).toEqual({ slug: 'a-well' })
    expect(matchPath('/c/:slug', '/c/a-well/donate')).toBeNull()
  })

  it.each([
    ['/list', true],
    ['/list/', true],
    ['/list/3', true],
    ['/lists', false],
    ['/other', false],
  ])('as a prefix of %s is %s', (pathname, isFound) => {
    expect(matchPath('/list', pathname, true) !== null).toBe(isFound)
  })
})
