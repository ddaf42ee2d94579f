import { beforeEach, describe, expect, it } from 'vitest'

import { data, redirect } from './responses.ts'
import { identifyRoutes } from './route.ts'
import { createRouter, type Router } from './router.ts'
import { recordRuns, watchedHistory } from '#test/support/web/router-pages.ts'

let runs: ReturnType<typeof recordRuns>
let watched: ReturnType<typeof watchedHistory>
let router: Router

const settle = () => new Promise((resolve) => setTimeout(resolve))
const toAddress = () => {
  const { pathname, search, hash } = router.state.location
  return pathname + search + hash
}

beforeEach(async () => {
  runs = recordRuns()
  watched = watchedHistory('/a')
  const routes = identifyRoutes([
    {
      id: 'layout',
      loader: runs.quick('layout'),
      errorElement: null,
      children: [
        { id: 'a', path: '/a', loader: runs.quick('a'), action: runs.slow('action') },
        { id: 'b', path: '/b', loader: runs.quick('b') },
        { id: 'slow', path: '/slow', loader: runs.slow('slow') },
        { id: 'slower', path: '/slower', loader: runs.slow('slower') },
      ],
    },
  ])
  router = createRouter(routes, { history: watched.history })
  await settle()
  runs.runs.length = 0
})

describe('a page that loads', () => {
  it('leaves the page before it in place and in the history until it is there', async () => {
    const opened = router.navigate('/slow')
    await settle()
    expect(toAddress()).toBe('/a')
    expect(watched.list()).toEqual(['/a'])
    expect(router.state.navigation).toMatchObject({
      state: 'loading',
      location: { pathname: '/slow' },
    })
    runs.answer('slow', 'data')
    await opened
    expect(toAddress()).toBe('/slow')
    expect(watched.list()).toEqual(['/a', '/slow'])
    expect(router.state).toMatchObject({
      navigation: { state: 'idle' },
      loaderData: { slow: 'data' },
    })
  })

  it('leads nowhere and shows no error once it was replaced', async () => {
    for (const fail of [redirect('/slower'), new Error('late')]) {
      void router.navigate('/slow')
      await settle()
      await router.navigate('/b')
      runs.fail('slow', fail)
      await settle()
      expect(toAddress()).toBe('/b')
      expect(router.state).toMatchObject({ errors: null, navigation: { state: 'idle' } })
    }
  })

  it('after going back is replaced by a link, which stands after the entry that was gone back to', async () => {
    const opened = router.navigate('/slow')
    await settle()
    runs.answer('slow', 'data')
    await opened
    await router.navigate('/b')
    await router.navigate(-1)
    await router.navigate('/a')
    expect(toAddress()).toBe('/a')
    expect(watched.list()).toEqual(['/a', '/slow', '/a'])
  })
})

describe('a form that is on its way', () => {
  const send = () => router.navigate('/a', { formMethod: 'post' })

  it('is first submitting and then loading', async () => {
    const states: string[] = []
    router.subscribe(({ navigation }) =>
      states.push(`${navigation.state} ${navigation.formMethod}`),
    )
    void send()
    await settle()
    runs.answer('action', 'done')
    await settle()
    expect(states).toEqual(['submitting post', 'loading post', 'idle undefined'])
  })

  it('is still the method of the page to which its answer leads', async () => {
    const states: string[] = []
    router.subscribe(({ navigation }) =>
      states.push(`${navigation.state} ${navigation.formMethod}`),
    )
    void send()
    await settle()
    runs.answer('action', redirect('/b'))
    await settle()
    expect(states).toEqual(['submitting post', 'loading post', 'idle undefined'])
    expect(toAddress()).toBe('/b')
  })

  it('replaces the entry of its own page, and adds one for another page', async () => {
    void send()
    await settle()
    runs.answer('action', 'done')
    await settle()
    expect(watched.list()).toEqual(['/a'])
    await router.navigate('/b')
    void send()
    await settle()
    runs.answer('action', 'done')
    await settle()
    expect(watched.list()).toEqual(['/a', '/b', '/a'])
  })

  it.each([
    ['accepted', 'done'],
    ['refused', data('no', { status: 400 })],
  ])(
    'is sent once when the data are asked for again, which load after it was %s',
    async (_, value) => {
      void send()
      await settle()
      await router.revalidate()
      expect(runs.runs).toEqual(['action'])
      runs.answer('action', value)
      await settle()
      expect(runs.runs.filter((name) => name === 'action')).toHaveLength(1)
      expect(runs.runs.slice(-2)).toEqual(['layout', 'a'])
      expect(router.state).toMatchObject({ revalidation: 'idle' })
      expect(router.state.actionData).not.toBeNull()
    },
  )
})

describe('data that load again', () => {
  it('add no entry to the history, however their page was opened', async () => {
    await router.navigate('/b')
    await router.revalidate()
    expect(watched.list()).toEqual(['/a', '/b'])
    await router.navigate('/a', { replace: true })
    const entry = watched.current()
    await router.revalidate()
    expect(watched.list()).toEqual(['/a', '/a'])
    expect(watched.current()).toBe(entry)
    expect(watched.writes()).toBe(2)
  })

  it('do not load again with the next page', async () => {
    await router.revalidate()
    runs.runs.length = 0
    await router.navigate('/b')
    expect(runs.runs).toEqual(['b'])
  })
})
