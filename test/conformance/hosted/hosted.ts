import type { BrowserContext, Page } from '@playwright/test'

import { startAjo, type Ajo } from '../../e2e/ajo.ts'
import { openProviderEdge } from './provider-edge.ts'
import { test as base } from '../walk.ts'

export { expect } from '../walk.ts'

/** A server with hosted identity, hosted content and the payment sandbox, and the record of what it sends to them. */
type Hosted = Ajo & { edge: Awaited<ReturnType<typeof openProviderEdge>> }

type Fixtures = {
  /** A page with cookies of its own. */
  newPage: () => Promise<Page>
  visitor: Page
  owner: Person
}
export type Person = { page: Page; email: string; password: string; uid: string }

export const test = base.extend<Fixtures, { hosted: Hosted }>({
  hosted: [
    // eslint-disable-next-line no-empty-pattern -- the runner reads the fixture's needs from this pattern
    async ({}, use) => {
      await using edge = await openProviderEdge()
      const template = process.env.AJO_HOSTED_DATA
      await using ajo = await startAjo({ env: edge.env, template })
      await use(Object.assign(ajo, { edge }))
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  newPage: async ({ browser, hosted }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({
        baseURL: hosted.url,
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
      })
      contexts.push(context)
      await context.request.get(hosted.developmentLink(), { maxRedirects: 0 })
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },

  visitor: async ({ newPage }, use) => {
    await use(await newPage())
  },

  owner: async ({ visitor, hosted }, use) => {
    await use(await signUp(visitor, hosted))
  },
})

export const password = 'mango rain 47'
let people = 0

/** A person whose address is confirmed and who is logged in, through the API. */
export async function signUp(page: Page, { url, edge }: Hosted): Promise<Person> {
  const email = `person-${++people}@example.org`
  const form = { firstname: 'Ada', lastname: 'Obi', email, gender: 'Female', terms: true }
  const send = (path: string, data: object) =>
    page.request.post(path, { data, headers: { origin: url } })
  await send('/api/account', { ...form, password, confirmPassword: password })
  await send('/api/account/verification/apply', { code: edge.codeMailedTo(email) })
  const session = await send('/api/session', { email, password })
  const { account } = (await session.json()) as { account: { uid: string } }
  return { page, email, password, uid: account.uid }
}

export const findAccount = ({ google }: Hosted['edge'], email: string) =>
  [...google.accounts.values()].find((account) => account.email === email)
