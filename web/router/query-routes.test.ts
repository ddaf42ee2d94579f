import { describe, expect, it, vi } from 'vitest'

import { queryRoutes } from './query-routes.ts'
import { contextKey, RequestContext } from './request-context.ts'
import { data, redirect, RouteError } from './responses.ts'
import { identifyRoutes, type LoaderFunctionArgs, type Route, type RouteModule } from './route.ts'
import { memoryHistory } from '#test/support/web/memory-history.ts'
import type { Page } from './page.ts'
import { createRouter } from './router.ts'

const origin = 'https://ajo.example'
const failure = new Error('broken')
const fails = () => {
  throw failure
}
const cookie = (value: string) => ({ headers: { 'set-cookie': value } })

/** A page within a layout that shows errors of it. */
const inLayout = (page: Route, layout: Route = {}) =>
  identifyRoutes([
    {
      id: 'layout',
      errorElement: null,
      loader: () => 'layout',
      ...layout,
      children: [{ id: 'page', path: '/a/:id', ...page }],
    },
  ])

async function query(routes: ReturnType<typeof inLayout>, path = '/a/1', init?: RequestInit) {
  const request = new Request(origin + path, init)
  const result = await queryRoutes(routes, request, new RequestContext())
  if (result instanceof Response) throw new Error('a page was expected')
  return result
}
const post = { method: 'POST', body: new URLSearchParams({ name: 'Ada' }) }

describe('a page of the server', () => {
  it('has the data of all levels, with status 200', async () => {
    const page = await query(inLayout({ loader: ({ params }) => params['id'] }))
    expect(page).toMatchObject({
      status: 200,
      loaderData: { layout: 'layout', page: '1' },
      actionData: null,
      errors: null,
      location: { pathname: '/a/1', search: '', key: 'default' },
    })
  })

  it('has the values that its loaders promise', async () => {
    const page = await query(inLayout({ loader: () => ({ now: 1, soon: Promise.resolve(2) }) }))
    expect(page.loaderData['page']).toEqual({ now: 1, soon: 2 })
    expect(page.errors).toBeNull()
  })

  it('has the error of a promise that fails', async () => {
    const page = await query(inLayout({ loader: () => ({ soon: Promise.reject(failure) }) }))
    expect(page.errors).toEqual({ layout: failure })
  })

  it('has the status and the headers that its loaders name', async () => {
    const page = await query(
      inLayout(
        { loader: () => data('gone', { status: 410, ...cookie('b=2') }) },
        { loader: () => data('layout', cookie('a=1')) },
      ),
    )
    expect(page.status).toBe(410)
    expect(page.loaderData).toEqual({ layout: 'layout', page: 'gone' })
    expect(page.headers.flatMap((headers) => headers.getSetCookie())).toEqual(['a=1', 'b=2'])
  })

  it('gives loaders the request and the context of this request alone', async () => {
    const name = contextKey('visitor')
    const loader = ({ request, context }: LoaderFunctionArgs) =>
      `${context.get(name)} ${request.headers.get('cookie')} ${request.url}`
    const routes = inLayout({ loader })
    const context = new RequestContext()
    context.set(name, 'Ada')
    const request = new Request(`${origin}/a/1?x`, { headers: { cookie: 'a=1' } })
    expect(await queryRoutes(routes, request, context)).toMatchObject({
      loaderData: { page: `Ada a=1 ${origin}/a/1?x` },
    })
    expect((await query(routes)).loaderData['page']).toBe(`visitor null ${origin}/a/1`)
  })

  it.each([
    ['returned', () => redirect('/b', 301)],
    [
      'thrown',
      () => {
        throw redirect('/b', 301)
      },
    ],
  ])('is a redirect where a loader has %s one', async (_, loader) => {
    const request = new Request(`${origin}/a/1`)
    const result = await queryRoutes(inLayout({ loader }), request, new RequestContext())
    expect(result).toMatchObject({ status: 301 })
    expect((result as Response).headers.get('location')).toBe('/b')
  })

  it('is the redirect of the outermost level where two lead elsewhere', async () => {
    const routes = inLayout(
      { loader: () => redirect('/inner') },
      { loader: () => redirect('/outer') },
    )
    const result = await queryRoutes(routes, new Request(`${origin}/a/1`), new RequestContext())
    expect((result as Response).headers.get('location')).toBe('/outer')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x'])(
    'shows an error instead of a redirect to %s',
    async (url) => {
      const page = await query(inLayout({ loader: () => redirect(url) }))
      expect(page.errors).toEqual({ layout: expect.any(Error) })
    },
  )

  it('has the error of a loader and the data of the others', async () => {
    const page = await query(inLayout({ loader: fails }))
    expect(page).toMatchObject({ errors: { layout: failure }, loaderData: { layout: 'layout' } })
  })

  it('has the error of a module that cannot be loaded', async () => {
    const page = await query(inLayout({ lazy: () => Promise.reject(failure) }))
    expect(page.errors).toEqual({ layout: failure })
  })

  it.each([undefined, post])('has status 404 for an unknown address (%o)', async (init) => {
    const page = await query(inLayout({}), '/nowhere', init)
    expect(page).toMatchObject({
      status: 404,
      loaderData: {},
      errors: { layout: new RouteError(404) },
    })
    expect(page.matches.map(({ route }) => route.id)).toEqual(['layout'])
  })
})

describe('a form that is sent to the server', () => {
  const action = async ({ request }: LoaderFunctionArgs) => (await request.formData()).get('name')

  it('has the answer of its action with the data of its page, which load after it', async () => {
    const order: string[] = []
    const page = await query(
      inLayout({
        action: (args) => {
          order.push('action')
          return action(args)
        },
        loader: ({ request }) => {
          order.push('loader')
          return `${request.method} ${request.headers.get('content-type')}`
        },
      }),
      '/a/1',
      post,
    )
    expect(order).toEqual(['action', 'loader'])
    expect(page).toMatchObject({
      status: 200,
      actionData: { page: 'Ada' },
      loaderData: { page: 'GET null', layout: 'layout' },
    })
  })

  it('has the status and the headers of its action', async () => {
    const page = await query(
      inLayout({
        action: () => data('no', { status: 400, ...cookie('a=1') }),
        loader: () => data('page', { status: 410 }),
      }),
      '/a/1',
      post,
    )
    expect(page).toMatchObject({ status: 400, actionData: { page: 'no' } })
    expect(page.headers[0]?.getSetCookie()).toEqual(['a=1'])
  })

  it('is a redirect with its cookies, and loads nothing', async () => {
    let isLoaded = false
    const routes = inLayout({
      action: () => redirect('/b', { status: 303, ...cookie('a=1') }),
      loader: () => (isLoaded = true),
    })
    const request = new Request(`${origin}/a/1`, post)
    const result = await queryRoutes(routes, request, new RequestContext())
    expect(result).toMatchObject({ status: 303 })
    expect((result as Response).headers.getSetCookie()).toEqual(['a=1'])
    expect(isLoaded).toBe(false)
  })

  it('shows the error of its action, and loads only what stands around the error', async () => {
    const loaded: string[] = []
    const page = await query(
      identifyRoutes([
        {
          id: 'root',
          errorElement: null,
          loader: () => loaded.push('root'),
          children: [
            {
              id: 'layout',
              errorElement: null,
              loader: () => loaded.push('layout'),
              children: [
                { id: 'page', path: '/a/1', action: fails, loader: () => loaded.push('page') },
              ],
            },
          ],
        },
      ]),
      '/a/1',
      post,
    )
    expect(page).toMatchObject({ errors: { layout: failure }, actionData: null })
    expect(loaded).toEqual(['root'])
  })

  it('has an error with status 405 where the page has no action', async () => {
    const page = await query(inLayout({ loader: () => 'page' }), '/a/1', post)
    expect(page.errors?.['layout']).toHaveProperty('status', 405)
  })
})

async function open(at: string, lazy?: () => Promise<RouteModule>) {
  const routes = identifyRoutes([
    {
      id: 'root',
      errorElement: null,
      loader: () => 'root',
      children: [
        { id: 'good', path: '/good', loader: () => 'good', action: fails },
        { id: 'bad', path: '/bad', loader: fails },
        { id: 'late', path: '/late', loader: () => Promise.reject(failure) },
        { id: 'lazy', path: '/lazy', lazy },
        {
          id: 'inner',
          path: '/inner',
          errorElement: null,
          loader: () => 'inner',
          children: [{ id: 'inner-bad', path: '/inner/bad', loader: fails, action: fails }],
        },
        {
          id: 'outer-bad',
          loader: fails,
          children: [{ id: 'both-bad', path: '/both', errorElement: null, loader: fails }],
        },
      ],
    },
  ])
  const router = createRouter(routes, { history: memoryHistory(at) })
  await expect.poll(() => router.state.initialized).toBe(true)
  return router
}

/** Opens a page whose only route stands at `/page`. */
function openOnly(route: Route, hydration?: Pick<Page, 'loaderData' | 'actionData' | 'errors'>) {
  const routes = identifyRoutes([{ id: 'page', path: '/page', errorElement: null, ...route }])
  const history = memoryHistory('/page')
  return createRouter(routes, { history, ...(hydration && { hydration }) })
}

const rendered = { loaderData: { page: null }, actionData: null, errors: null }

describe('an error', () => {
  it.each([
    ['/bad', 'root'],
    ['/late', 'root'],
    ['/inner/bad', 'inner'],
  ])('of the loader of %s stands at the route that shows it', async (path, id) => {
    const router = await open('/good')
    await router.navigate(path)
    expect(router.state.errors).toEqual({ [id]: failure })
    expect(router.state.location.pathname).toBe(path)
  })

  it('of the first page is shown, too', async () => {
    const { state } = await open('/inner/bad')
    expect(state.errors).toEqual({ inner: failure })
    expect(state.loaderData).toEqual({ root: 'root', inner: 'inner' })
  })

  it('of the outermost of two loaders counts', async () => {
    const { state } = await open('/both')
    expect(state.errors).toEqual({ root: failure })
  })

  it('is gone on the next page, and when the page is opened again with good data', async () => {
    const router = await open('/bad')
    await router.navigate('/good')
    expect(router.state).toMatchObject({ errors: null, loaderData: { good: 'good' } })
  })

  it('stays until its page is loaded again, so a place in the page loads it', async () => {
    let isBroken = true
    const router = openOnly({ loader: () => (isBroken ? fails() : 'good') })
    await expect.poll(() => router.state.errors).toEqual({ page: failure })
    isBroken = false
    await router.navigate('#more')
    expect(router.state).toMatchObject({ errors: null, loaderData: { page: 'good' } })
  })

  it('of a layout is gone on its next page, for which the layout loads again', async () => {
    let isBroken = true
    const routes = identifyRoutes([
      {
        id: 'layout',
        errorElement: null,
        loader: () => (isBroken ? fails() : 'good'),
        children: [{ path: '/a' }, { path: '/b' }],
      },
    ])
    const router = createRouter(routes, { history: memoryHistory('/a') })
    await expect.poll(() => router.state.errors).toEqual({ layout: failure })
    isBroken = false
    await router.navigate('/b')
    expect(router.state).toMatchObject({ errors: null, loaderData: { layout: 'good' } })
  })

  it('of an action stands at the route that shows it, with the data of the page before it', async () => {
    const router = await open('/good')
    await router.navigate('/good', { formMethod: 'post' })
    expect(router.state).toMatchObject({
      errors: { root: failure },
      actionData: null,
      navigation: { state: 'idle' },
    })
    await router.navigate('/good')
    expect(router.state).toMatchObject({ errors: null, loaderData: { good: 'good' } })
  })

  it.each([
    ['/nowhere', 404],
    ['/bad', 405],
  ])('of a form that is sent to %s has status %i', async (path, status) => {
    const router = await open('/good')
    await router.navigate(path, { formMethod: 'post' })
    expect(router.state.errors).toEqual({ root: new RouteError(status === 404 ? 404 : 405) })
  })

  it('of an unknown address is that it has no page', async () => {
    const router = await open('/nowhere')
    const error = router.state.errors?.['root']
    expect(error).toBeInstanceOf(RouteError)
    expect(error).toHaveProperty('status', 404)
  })
})

describe('a module of a page', () => {
  it('is loaded once', async () => {
    let loads = 0
    const router = await open('/good', async () => {
      loads += 1
      return { loader: () => 'lazy' }
    })
    await router.navigate('/lazy')
    expect(router.state.loaderData['lazy']).toBe('lazy')
    await router.navigate('/good')
    await router.navigate('/lazy')
    expect(loads).toBe(1)
  })

  it('that cannot be loaded shows an error, and is loaded again the next time', async () => {
    let isOffline = true
    const router = await open('/good', async () => {
      if (isOffline) throw failure
      return { loader: () => 'lazy' }
    })
    await router.navigate('/lazy')
    expect(router.state.errors).toEqual({ root: failure })
    isOffline = false
    await router.navigate('/lazy')
    expect(router.state).toMatchObject({ errors: null, loaderData: { lazy: 'lazy' } })
  })

  it('does not change its route by other exports', async () => {
    const load = async () => ({ loader: () => 'lazy', path: '/good', id: 'root', children: [] })
    const router = await open('/lazy', load)
    expect(router.state.matches.at(-1)?.route).toMatchObject({ id: 'lazy', path: '/lazy' })
  })

  it('answers a form by the route while its action cannot be loaded, and by the action once it can', async () => {
    let isOffline = false
    const route: Route = {
      lazyData: async () => {
        if (isOffline) throw failure
        return { action: () => 'accepted' }
      },
      answerUnsent: async (request, error) =>
        data({ error, typed: Object.fromEntries(await request.formData()) }, { status: 503 }),
    }
    const router = openOnly(route, rendered)
    const send = () =>
      router.navigate('/page', {
        formMethod: 'post',
        formData: new URLSearchParams({ email: 'ada@example.org' }),
      })
    isOffline = true
    await router.prepare()
    await send()
    expect(router.state.actionData).toEqual({
      page: { error: failure, typed: { email: 'ada@example.org' } },
    })
    expect(router.state.errors).toBeNull()
    isOffline = false
    await send()
    expect(router.state.actionData).toEqual({ page: 'accepted' })
  })

  it('is loaded before a form is sent, when the page prepares for it', async () => {
    const lazyData = vi.fn<() => Promise<RouteModule>>().mockResolvedValue({ action: () => 'done' })
    const router = openOnly({ lazyData }, rendered)
    expect(lazyData).not.toHaveBeenCalled()
    await router.prepare()
    await router.navigate('/page', { formMethod: 'post', formData: new URLSearchParams() })
    expect(lazyData).toHaveBeenCalledOnce()
    expect(router.state.actionData).toEqual({ page: 'done' })
  })
})
