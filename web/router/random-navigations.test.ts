import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { toHref } from './location.ts'
import { data, redirect } from './responses.ts'
import { identifyRoutes, type LoaderFunctionArgs } from './route.ts'
import { createRouter } from './router.ts'
import { watchedHistory } from '#test/support/web/router-pages.ts'

/** Addresses with the page that each of them shows. */
const pages = {
  '/a': '/a',
  '/a#more': '/a#more',
  '/item/1': '/item/1',
  '/item/2': '/item/2',
  '/item/2?page=2': '/item/2?page=2',
  '/to/item/1': '/item/1',
  '/to/to/a': '/a',
}
type Address = keyof typeof pages
type Step =
  | { kind: 'open'; to: Address }
  | { kind: 'send'; to: Address; status: 200 | 400 }
  | { kind: 'go'; steps: number }
  | { kind: 'revalidate' }
  | { kind: 'wait'; answers: number }

const anyAddress = fc.constantFrom(...(Object.keys(pages) as Address[]))
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), to: anyAddress }),
  fc.record({
    kind: fc.constant('send' as const),
    to: fc.constantFrom('/a' as const, '/item/1' as const, '/item/2?page=2' as const),
    status: fc.constantFrom(200 as const, 400 as const),
  }),
  fc.record({ kind: fc.constant('go' as const), steps: fc.constantFrom(-2, -1, 1) }),
  fc.record({ kind: fc.constant('revalidate' as const) }),
  fc.record({ kind: fc.constant('wait' as const), answers: fc.integer({ min: 1, max: 4 }) }),
)

/** Pages whose loaders and actions answer in the order that the scheduler chooses. Data name the page and when it was asked for. */
async function openPages(scheduler: fc.Scheduler) {
  let asked = 0
  const later = <Value>(value: Value) => scheduler.schedule(Promise.resolve(value))
  const loader = ({ request }: LoaderFunctionArgs) => {
    const { pathname, search } = new URL(request.url)
    asked += 1
    return later({ page: pathname + search, asked })
  }
  const action = async ({ request }: LoaderFunctionArgs) => {
    const status = Number((await request.formData()).get('status'))
    return later(data('answer', { status }))
  }
  const lead = ({ params }: LoaderFunctionArgs) => later(redirect(`/${params['*']}`))
  const routes = identifyRoutes([
    {
      id: 'layout',
      loader,
      errorElement: null,
      children: [
        { id: 'a', path: '/a', loader, action },
        { id: 'item', path: '/item/:id', loader, action },
        { id: 'lead', path: '/to/*', loader: lead },
      ],
    },
  ])
  const watched = watchedHistory('/a')
  const router = createRouter(routes, { history: watched.history })
  await scheduler.waitIdle()
  return { ...watched, router, countAsked: () => asked }
}

/** Takes one step. Returns the address that is shown in the end if nothing else is asked for, or undefined. */
async function take(
  step: Step,
  { router, current }: Awaited<ReturnType<typeof openPages>>,
  scheduler: fc.Scheduler,
): Promise<string | undefined> {
  switch (step.kind) {
    case 'open':
      void router.navigate(step.to)
      return pages[step.to]
    case 'send': {
      const formData = new URLSearchParams({ status: String(step.status) })
      void router.navigate(step.to, { formMethod: 'post', formData })
      return pages[step.to]
    }
    case 'go': {
      const before = current()
      void router.navigate(step.steps)
      const entry = current()
      return entry && entry !== before ? toHref(entry) : undefined
    }
    case 'revalidate':
      void router.revalidate()
      return undefined
    case 'wait':
      for (let left = step.answers; left > 0 && scheduler.count() > 0; left -= 1)
        await scheduler.waitOne()
      return undefined
  }
}

/** Whether the data may have changed, so that older data must not be shown. */
const isChange = (step: Step) =>
  step.kind === 'revalidate' || (step.kind === 'send' && step.status === 200)

it('ends at the page that was asked for last with its data, in any order of answers', async () => {
  const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), anySteps, async (scheduler, steps) => {
      const open = await openPages(scheduler)
      const { router } = open
      let expected = '/a'
      let askedBefore = 0
      for (const step of steps) {
        expected = (await take(step, open, scheduler)) ?? expected
        if (isChange(step)) askedBefore = open.countAsked()
      }
      await scheduler.waitIdle()

      const { location, matches, loaderData } = router.state
      expect(toHref(location)).toBe(expected)
      expect(open.current()).toBe(location)
      expect(router.state).toMatchObject({
        errors: null,
        navigation: { state: 'idle' },
        revalidation: 'idle',
      })
      expect(Object.keys(loaderData).toSorted()).toEqual(
        matches.map(({ route }) => route.id).toSorted(),
      )
      const own = loaderData[matches.at(-1)?.route.id ?? ''] as { page: string }
      expect(own.page).toBe(location.pathname + location.search)
      for (const value of Object.values(loaderData))
        expect((value as { asked: number }).asked).toBeGreaterThan(askedBefore)
    }),
    { numRuns: 400 },
  )
})
