import { describe, expect, it, vi } from 'vitest'

import { memoryHistory } from './history.ts'
import type { Page } from './page.ts'
import { data, RouteError } from './responses.ts'
import { identifyRoutes, type Route, type RouteModule } from './route.ts'
import { createRouter } from './router.ts'

const failure = new Error('broken')
const fails = () => {
  throw failure
}

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
