import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { memoryHistory } from '#test/support/web/memory-history.ts'
import {
  useActionData,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
  useParams,
  useRevalidator,
  useRouteError,
  useSearchParams,
  Link,
} from './navigate.tsx'
import { Outlet, PageView } from './page-view.tsx'
import { queryRoutes } from './query-routes.ts'
import { RequestContext } from './request-context.ts'
import { identifyRoutes, type Route } from './route.ts'
import { RouterProvider } from './router-provider.tsx'
import { createRouter } from './router.ts'

const silentNavigator = {
  navigate: async () => undefined,
  revalidate: async () => undefined,
  prepare: async () => undefined,
}

async function open(at: string, routes: Route[]) {
  const router = createRouter(identifyRoutes(routes), { history: memoryHistory(at) })
  const view = render(<RouterProvider router={router} />)
  await act(async () => undefined)
  return { ...view, router }
}

function Failed() {
  return <p>Failed: {String(useRouteError())}</p>
}

describe('the first page', () => {
  it('is not shown before it has its data', async () => {
    let answer: (value: string) => void = () => {}
    const loader = () => new Promise<string>((resolve) => (answer = resolve))
    const routes = identifyRoutes([{ path: '/a', loader, Component: ShowData }])
    const router = createRouter(routes, { history: memoryHistory('/a') })
    const { container } = render(<RouterProvider router={router} />)
    await act(async () => undefined)
    expect(container).toBeEmptyDOMElement()
    await act(async () => answer('data'))
    expect(screen.getByText('data')).toBeVisible()
  })

  it('of the server is hydrated as it is', async () => {
    const reported = vi.spyOn(console, 'error')
    const routes = identifyRoutes([
      {
        id: 'root',
        errorElement: <Failed />,
        element: <ShowLayout />,
        loader: () => 'layout',
        children: [{ id: 'a', path: '/a/:id', loader: () => 'data', Component: ShowData }],
      },
    ])
    const request = new Request('https://ajo.example/a/1?x')
    const page = await queryRoutes(routes, request, new RequestContext())
    if (page instanceof Response) throw new Error('a page was expected')
    const container = document.createElement('div')
    container.innerHTML = renderToString(<PageView page={page} navigator={silentNavigator} />)
    const { innerHTML } = container
    expect(innerHTML).toContain('data')

    const { loaderData, actionData, errors } = page
    const hydration = { loaderData, actionData, errors }
    const router = createRouter(routes, { history: memoryHistory('/a/1?x'), hydration })
    const [element] = container.children
    const root = await act(async () => hydrateRoot(container, <RouterProvider router={router} />))
    expect(container.innerHTML).toBe(innerHTML)
    expect(container.children[0]).toBe(element)
    expect(reported).not.toHaveBeenCalled()
    await act(async () => root.unmount())
    vi.restoreAllMocks()
  })
})

function ShowData() {
  return <p>{useLoaderData<string>()}</p>
}

function ShowLayout() {
  const [presses, setPresses] = useState(0)
  return (
    <main>
      <button onClick={() => setPresses(presses + 1)}>Pressed {presses}</button>
      <p>{useLoaderData<string>()}</p>
      <Outlet />
    </main>
  )
}

describe('the routes of a page', () => {
  it('stand within each other, each with its own data', async () => {
    await open('/a', [
      {
        element: <ShowLayout />,
        loader: () => 'layout data',
        children: [{ children: [{ path: '/a', loader: () => 'page data', Component: ShowData }] }],
      },
    ])
    const main = screen.getByRole('main')
    expect(main).toHaveTextContent('layout data')
    expect(main).toHaveTextContent('page data')
  })

  it('keep their state while other pages of theirs are shown', async () => {
    const { router } = await open('/a', [
      {
        element: <ShowLayout />,
        children: [
          { path: '/a', element: <p>Page a</p> },
          { path: '/b', element: <p>Page b</p> },
        ],
      },
    ])
    await userEvent.click(screen.getByText('Pressed 0'))
    await act(() => router.navigate('/b'))
    expect(screen.getByText('Page b')).toBeVisible()
    expect(screen.getByText('Pressed 1')).toBeVisible()
  })
})

describe('hooks', () => {
  it('read the page', async () => {
    const seen: unknown[] = []
    function Read() {
      seen.push({
        data: useLoaderData<string>(),
        action: useActionData<string>(),
        params: useParams(),
        search: useSearchParams().get('q'),
        state: useLocation().state as unknown,
        navigation: useNavigation().state,
        revalidation: useRevalidator().state,
      })
      return null
    }
    const { router } = await open('/a/1?q=x', [
      {
        children: [
          { path: '/a/:id', Component: Read, loader: () => 'data', action: () => 'answer' },
        ],
      },
    ])
    const idle = {
      data: 'data',
      params: { id: '1' },
      search: 'x',
      navigation: 'idle',
      revalidation: 'idle',
    }
    expect(seen.at(-1)).toEqual({ ...idle, action: undefined, state: null })
    await act(() => router.navigate('/a/1?q=x', { formMethod: 'post', state: 'sent' }))
    expect(seen.at(-1)).toEqual({ ...idle, action: 'answer', state: 'sent' })
  })

  it('show that data load again, and the data that were there until then', async () => {
    let answer: (value: string) => void = () => {}
    let load: () => string | Promise<string> = () => 'old'
    function Read() {
      return `${useLoaderData<string>()} ${useRevalidator().state} ${useNavigation().state}`
    }
    const { container, router } = await open('/a', [
      { path: '/a', Component: Read, loader: () => load() },
    ])
    load = () => new Promise((resolve) => (answer = resolve))
    await act(async () => void router.revalidate())
    expect(container).toHaveTextContent('old loading idle')
    await act(async () => answer('new'))
    expect(container).toHaveTextContent('new idle idle')
  })

  it('have functions that stay the same, so that effects do not run again', async () => {
    const seen = new Set<unknown>()
    function Read() {
      seen.add(useNavigate())
      seen.add(useRevalidator().revalidate)
      return null
    }
    const { router } = await open('/a', [{ path: '/a', Component: Read }])
    await act(() => router.navigate('/a?x'))
    expect(seen.size).toBe(2)
  })

  it('need a router around them', () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    expect(() => render(<Link to="/a">A</Link>)).toThrow('needs a router')
    vi.restoreAllMocks()
  })
})

describe('an error', () => {
  let isBroken = true

  function Fragile() {
    if (isBroken) throw new Error('broken')
    return <p>Good</p>
  }

  beforeEach(() => {
    isBroken = true
    vi.spyOn(console, 'error').mockReturnValue(undefined)
  })
  afterEach(() => void vi.restoreAllMocks())

  const routes: Route[] = [
    {
      element: <ShowLayout />,
      errorElement: <p>Outer</p>,
      children: [
        { path: '/a', Component: Fragile, errorElement: <Failed /> },
        { path: '/b', element: <p>Page b</p> },
        { path: '/c', Component: Fragile },
        {
          path: '/d',
          errorElement: <Failed />,
          loader: () => {
            if (isBroken) throw new Error('no data')
            return 'Good data'
          },
          Component: ShowData,
        },
      ],
    },
  ]

  it('of a component is shown in its place, within the layout', async () => {
    await open('/a', routes)
    expect(screen.getByText('Failed: Error: broken')).toBeVisible()
    expect(screen.getByRole('main')).toBeVisible()
  })

  it('of a component without a place of its own is shown by the route above', async () => {
    await open('/c', routes)
    expect(screen.getByText('Outer')).toBeVisible()
    expect(screen.queryByRole('main')).toBeNull()
  })

  it.each(['/a', '/c', '/d'])('of %s is gone on the next page', async (path) => {
    const { router } = await open(path, routes)
    await act(() => router.navigate('/b'))
    expect(screen.getByText('Page b')).toBeVisible()
  })

  it.each(['/a', '/c'])(
    'of the component of %s is gone when its page is opened again',
    async (path) => {
      const { router } = await open(path, routes)
      isBroken = false
      await act(() => router.navigate(path))
      expect(screen.getByText('Good')).toBeVisible()
    },
  )

  it('of a component is gone when the data load again', async () => {
    const { router } = await open('/a', routes)
    isBroken = false
    await act(() => router.revalidate())
    expect(screen.getByText('Good')).toBeVisible()
  })

  it('of a component stays while another page loads', async () => {
    const { router } = await open('/a', [
      ...routes,
      { path: '/slow', loader: () => new Promise(() => {}) },
    ])
    await act(async () => void router.navigate('/slow'))
    expect(screen.getByText('Failed: Error: broken')).toBeVisible()
  })

  it('of a loader is shown in the place of its route, and is gone when the data load again', async () => {
    const { router } = await open('/d', routes)
    expect(screen.getByText('Failed: Error: no data')).toBeVisible()
    expect(screen.getByRole('main')).toBeVisible()
    isBroken = false
    await act(() => router.revalidate())
    expect(screen.getByText('Good data')).toBeVisible()
  })
})
