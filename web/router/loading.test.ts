import { beforeEach, describe, expect, it } from 'vitest'

import { memoryHistory } from '#test/support/web/memory-history.ts'
import { data } from './responses.ts'
import { identifyRoutes } from './route.ts'
import { createRouter, type Router } from './router.ts'
import { recordRuns } from '#test/support/web/router-pages.ts'

const formMethod = 'post'
let runs: ReturnType<typeof recordRuns>
let answer: () => unknown
let router: Router

/** A page of items within a layout, opened and loaded. */
async function open(at: string): Promise<void> {
  runs = recordRuns()
  answer = () => 'done'
  const routes = identifyRoutes([
    {
      id: 'layout',
      path: '/shop',
      loader: runs.quick('layout'),
      errorElement: null,
      children: [
        { id: 'list', path: '/shop', loader: runs.quick('list') },
        { id: 'plain', path: '/shop/plain', element: null },
        {
          id: 'item',
          path: '/shop/item/:id',
          loader: runs.quick('item'),
          action: async ({ request }) => {
            runs.runs.push(`action ${await request.text()}`)
            return answer()
          },
        },
      ],
    },
    { id: 'other', path: '/other', loader: runs.quick('other') },
    { id: 'method', path: '/method', loader: ({ request }) => request.method, action: () => '' },
  ])
  router = createRouter(routes, { history: memoryHistory(at) })
  await expect.poll(() => router.state.initialized).toBe(true)
  expect(router.state.navigation.state).toBe('idle')
}

const send = (to: string) =>
  router.navigate(to, { formMethod, formData: new URLSearchParams({ name: 'Ada' }) })
/** What runs during a step. */
async function list(step: () => Promise<void>): Promise<string[]> {
  runs.runs.length = 0
  await step()
  return runs.runs
}

describe('the loaders of all levels', () => {
  it('run when the first page is opened', async () => {
    await open('/shop/item/1')
    expect(runs.runs).toEqual(['layout', 'item'])
    expect(router.state.loaderData).toEqual({ layout: '/shop/item/1', item: '/shop/item/1' })
  })

  it('run when the first address names a place in its page', async () => {
    await open('/shop/item/1#price')
    expect(router.state.loaderData).toEqual({ layout: '/shop/item/1', item: '/shop/item/1' })
    expect(router.state.location.hash).toBe('#price')
  })

  it('do not run again for a page that the server rendered', async () => {
    runs = recordRuns()
    const routes = identifyRoutes([{ id: 'a', path: '/a', loader: runs.quick('a') }])
    const hydration = { loaderData: { a: 'rendered' }, actionData: null, errors: null }
    router = createRouter(routes, { history: memoryHistory('/a#x'), hydration })
    await Promise.resolve()
    expect(router.state).toMatchObject({ initialized: true, loaderData: { a: 'rendered' } })
    expect(router.state.preventScrollReset).toBe(true)
    expect(runs.runs).toEqual([])
  })
})

describe('on a page that is open', () => {
  beforeEach(() => open('/shop/item/1?order=new'))

  it.each([
    ['another page of the layout', '/shop/plain?order=new', []],
    ['a page outside of the layout', '/other?order=new', ['other']],
    ['another parameter', '/shop/item/2?order=new', ['item']],
    ['another search', '/shop/item/1?order=old', ['layout', 'item']],
    ['no search', '/shop/item/1', ['layout', 'item']],
    ['the same page', '/shop/item/1?order=new', ['layout', 'item']],
    ['a place in the page', '/shop/item/1?order=new#price', []],
  ])('a link to %s runs only the loaders that it concerns', async (_, to, expected) => {
    expect(await list(() => router.navigate(to))).toEqual(expected)
    const { pathname, search, hash } = router.state.location
    expect(pathname + search + hash).toBe(to)
  })

  it('data of a layout stay while its pages change', async () => {
    await router.navigate('/shop/item/2?order=new')
    expect(router.state.loaderData).toEqual({
      layout: '/shop/item/1?order=new',
      item: '/shop/item/2?order=new',
    })
  })

  it('data of a page that was left load again when it is opened again', async () => {
    await router.navigate('/other?order=new')
    expect(Object.keys(router.state.loaderData)).toEqual(['other'])
    expect(await list(() => router.navigate('/shop/item/1?order=new'))).toEqual(['layout', 'item'])
  })

  it('a form runs its action and then all loaders', async () => {
    expect(await list(() => send('/shop/item/1?order=new'))).toEqual([
      'action name=Ada',
      'layout',
      'item',
    ])
    expect(router.state.actionData).toEqual({ item: 'done' })
  })

  it.each([
    ['with status 400', () => data('no', { status: 400 })],
    [
      'by an error',
      () => {
        throw new Error('no')
      },
    ],
  ])('a form that is refused %s runs no loader', async (_, refuse) => {
    answer = refuse
    expect(await list(() => send('/shop/item/1?order=new'))).toEqual(['action name=Ada'])
  })

  it('a form that is refused shows its answer with the data that were there', async () => {
    answer = () => data('no', { status: 400 })
    const { loaderData } = router.state
    await send('/shop/item/1?order=new')
    expect(router.state).toMatchObject({ loaderData, actionData: { item: 'no' }, errors: null })
  })

  it('a refused form of another page loads the data of that page', async () => {
    answer = () => data('no', { status: 400 })
    expect(await list(() => send('/shop/item/2?order=new'))).toEqual(['action name=Ada', 'item'])
    expect(router.state.loaderData['item']).toBe('/shop/item/2?order=new')
  })

  it('the answer to a form is gone on the next page, and stays at a place in its page', async () => {
    await send('/shop/item/1?order=new')
    await router.navigate('#price')
    expect(router.state.actionData).toEqual({ item: 'done' })
    await router.navigate('/shop/plain')
    expect(router.state.actionData).toBeNull()
  })

  it('loaders get the page after a form, and not the form', async () => {
    await send('/method')
    expect(router.state).toMatchObject({
      loaderData: { method: 'GET' },
      actionData: { method: '' },
    })
  })

  it('a form that names a place in the page is sent', async () => {
    expect(await list(() => send('/shop/item/1?order=new#price'))).toContain('action name=Ada')
  })

  it('revalidating runs all loaders and stays on the page with the answer to its form', async () => {
    await send('/shop/item/1?order=new')
    const { location, historyAction } = router.state
    expect(await list(() => router.revalidate())).toEqual(['layout', 'item'])
    expect(router.state).toMatchObject({ historyAction, actionData: { item: 'done' } })
    expect(router.state.location).toBe(location)
    expect(router.state.preventScrollReset).toBe(true)
  })
})
