import { describe, expect, it } from 'vitest'

import { redirect, redirectDocument } from './responses.ts'
import { identifyRoutes, type Route } from './route.ts'
import { createRouter } from './router.ts'
import { watchedHistory } from '#test/support/web/router-pages.ts'

let isAway = false
const away = 'https://pay.example/x'
const leads = (to: string): Route => ({ path: `/to/${to}`, loader: () => redirect(`/${to}`) })
const routes = () =>
  identifyRoutes([
    {
      id: 'root',
      errorElement: null,
      children: [
        { id: 'a', path: '/a', loader: () => 'a', action: readTarget },
        { id: 'b', path: '/b', loader: () => 'b' },
        leads('a'),
        leads('b'),
        leads('to/b'),
        leads('b?x=1#y'),
        {
          path: '/thrown',
          loader: () => {
            throw redirect('/b')
          },
        },
        { id: 'relative', path: '/relative', loader: leadToPage },
        { path: '/sometimes', loader: () => (isAway ? redirect('/b') : 'here') },
        { path: '/circle', loader: () => redirect('/circle') },
        { path: '/own', loader: () => redirect(`${window.location.origin}/b`) },
        { path: '/away', loader: () => redirect(away) },
        { path: '/document', loader: () => redirectDocument('/b', { status: 303 }) },
        { path: '/script', loader: () => redirect('javascript:alert(1)') },
        { path: '/empty', loader: () => new Response('text') },
        {
          path: '/updated',
          lazy: () => Promise.reject(Object.assign(new Error(''), { code: 'outdated' })),
        },
      ],
    },
  ])

function leadToPage({ request }: { request: Request }): string | Response {
  const { search } = new URL(request.url)
  return search === '' ? redirect('?page=2') : search
}

async function readTarget({ request }: { request: Request }): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  return redirect(form.get('to') ?? '')
}

async function open(at: string) {
  isAway = false
  const watched = watchedHistory(at)
  const router = createRouter(routes(), { history: watched.history })
  const toAddress = () => {
    const { pathname, search, hash } = router.state.location
    return pathname + search + hash
  }
  await expect.poll(() => router.state.initialized || watched.documents.length > 0).toBe(true)
  const send = (to: string) =>
    router.navigate('/a', { formMethod: 'post', formData: new URLSearchParams({ to }) })
  return { ...watched, router, toAddress, send }
}

describe('a page that leads elsewhere', () => {
  it.each([
    ['/to/b', '/b'],
    ['/to/to/b', '/b'],
    ['/to/b?x=1#y', '/b'],
    ['/thrown', '/b'],
    ['/own', '/b'],
  ])('shows the other page for %s, and is not in the history', async (to, expected) => {
    const { router, list, toAddress } = await open('/a')
    await router.navigate(to)
    expect(toAddress()).toBe(expected)
    expect(list()).toEqual(['/a', expected])
    expect(router.state).toMatchObject({ loaderData: { b: 'b' }, navigation: { state: 'idle' } })
  })

  it('to the page that is open replaces its entry', async () => {
    const { router, list } = await open('/a')
    await router.navigate('/to/a')
    expect(list()).toEqual(['/a'])
  })

  it('as the first page is replaced by the other', async () => {
    const { list, toAddress, current, router } = await open('/to/b')
    expect(toAddress()).toBe('/b')
    expect(list()).toEqual(['/b'])
    expect(current()).toBe(router.state.location)
  })

  it('is replaced by the other when it is reached by going back', async () => {
    const { router, list, toAddress, history } = await open('/a')
    history.push({ ...router.state.location, pathname: '/to/b' })
    history.push({ ...router.state.location, pathname: '/a' })
    await router.navigate(-1)
    await expect.poll(toAddress).toBe('/b')
    expect(list()).toEqual(['/a', '/b', '/a'])
  })

  it('to an address relative to it is resolved there', async () => {
    const { router, toAddress } = await open('/a')
    await router.navigate('/relative')
    expect(toAddress()).toBe('/relative?page=2')
  })

  it('to itself without end shows an error', async () => {
    const { router } = await open('/a')
    await router.navigate('/circle')
    expect(router.state.errors).toEqual({ root: new Error('too many redirects') })
    expect(router.state.navigation.state).toBe('idle')
  })

  it.each([
    ['/away', away],
    ['/document', '/b'],
  ])('%s to a document is left to the browser', async (to, url) => {
    const { router, documents, list } = await open('/a')
    await router.navigate(to)
    expect(documents).toEqual([[url, false]])
    expect(list()).toEqual(['/a'])
    // The page stays busy until the browser leaves it.
    expect(router.state.navigation.state).toBe('loading')
  })

  it('whose code the updated server no longer has is loaded as a document', async () => {
    const { router, documents } = await open('/a')
    await router.navigate('/updated?x=1')
    expect(documents).toEqual([['/updated?x=1', false]])
  })

  it('whose code is missing when it is opened first shows the error', async () => {
    const { router, documents } = await open('/updated')
    expect(documents).toEqual([])
    expect(router.state.errors).not.toBeNull()
  })

  it('to a document as the first page is replaced by it', async () => {
    const { documents, router } = await open('/away')
    expect(documents).toEqual([[away, true]])
    expect(router.state.initialized).toBe(false)
  })

  it.each(['/script', '/empty'])('shows an error where that is no page: %s', async (to) => {
    const { router, documents, toAddress } = await open('/a')
    await router.navigate(to)
    expect(documents).toEqual([])
    expect(toAddress()).toBe(to)
    expect(router.state.errors).toEqual({ root: expect.any(Error) })
  })
})

describe('a page whose data load again', () => {
  it('is replaced by the page to which they lead, which starts at its top', async () => {
    const { router, list, toAddress } = await open('/a')
    await router.navigate('/sometimes')
    isAway = true
    await router.revalidate()
    expect(toAddress()).toBe('/b')
    expect(list()).toEqual(['/a', '/b'])
    expect(router.state).toMatchObject({ preventScrollReset: false, revalidation: 'idle' })
  })
})

describe('a form whose answer leads elsewhere', () => {
  it('shows the other page after the page of the form', async () => {
    const { send, list, toAddress, router } = await open('/a')
    await send('/b')
    expect(toAddress()).toBe('/b')
    expect(list()).toEqual(['/a', '/b'])
    expect(router.state.actionData).toBeNull()
  })

  it('shows the other page in place of the page of the form when the form says so', async () => {
    const { router, list } = await open('/a')
    const formData = new URLSearchParams({ to: '/to/b' })
    await router.navigate('/a', { formMethod: 'post', formData, replace: true })
    expect(list()).toEqual(['/b'])
  })

  it('to the page of the form replaces its entry', async () => {
    const { send, list } = await open('/a')
    await send('/a')
    expect(list()).toEqual(['/a'])
  })

  it('of another page shows the other page as a new entry', async () => {
    const { send, list, router } = await open('/a')
    await router.navigate('/b')
    await send('/b?sent')
    expect(list()).toEqual(['/a', '/b', '/b?sent'])
  })

  it('shows an error where that is a script', async () => {
    const { send, documents, router } = await open('/a')
    await send('javascript:alert(1)')
    expect(documents).toEqual([])
    expect(router.state.errors).toEqual({ root: expect.any(Error) })
  })
})

describe('the scroll position', () => {
  it('starts anew on the page to which a form leads, and stays for the answer at a form', async () => {
    const { send, router } = await open('/a')
    const reset: boolean[] = []
    router.subscribe(({ navigation, preventScrollReset }) => {
      if (navigation.state === 'idle') reset.push(preventScrollReset)
    })
    await send('/b')
    await router.navigate('/b', { formMethod: 'post' })
    await router.navigate('/a')
    expect(reset).toEqual([false, true, false])
  })

  it('stays for a link that says so, also when its page leads elsewhere', async () => {
    const { router } = await open('/a')
    await router.navigate('/to/b', { preventScrollReset: true })
    expect(router.state.preventScrollReset).toBe(true)
  })
})

describe('an address of another site', () => {
  it.each([away, '//evil.example/'])('%s is left to the browser', async (to) => {
    const { router, documents, list } = await open('/a')
    await router.navigate(to)
    expect(documents).toEqual([[to, false]])
    expect(list()).toEqual(['/a'])
  })
})
