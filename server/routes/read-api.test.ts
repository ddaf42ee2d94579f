import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'

import type { StoredCampaign } from '#server/providers/content/content.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { ada, as, createPerson, visitor, type Person } from '#test/support/people/people.ts'

const { database } = await testDatabase()
const { app, content } = await openCampaignApp(database)

type Parameter = { name: string; in: string; schema: Record<string, unknown> }
type Operation = {
  operationId: string
  parameters: Parameter[]
  responses: Record<string, { content?: { 'application/json': { schema: object } } }>
}
type Document = {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, { get: Operation }>
  components: { schemas: Record<string, object> }
}

let owner: Person
let campaign: StoredCampaign
let pending: StoredCampaign
let takenDown: StoredCampaign
let document: Document
beforeAll(async () => {
  owner = await createPerson(database, ada)
  campaign = await insertCampaignBy(content, ada, 'approved')
  pending = await insertCampaignBy(content, ada, 'pending')
  takenDown = await insertCampaignBy(content, ada, 'taken-down')
  document = (await (await get('/api/openapi.json')).json()) as Document
})

const get = (path: string, headers = {}, who: Person | typeof visitor = visitor) =>
  as(app, who)(path, { headers })
const perform = (path: string, slug: string, query = '') =>
  get(`/api/v1${path.replace('{slug}', encodeURIComponent(slug))}${query}`)

const checker = new Ajv2020({ strict: false, validateFormats: false })
/** What the document does not allow in an answer: another status, or other fields. */
function findUndocumented(operation: Operation, status: number, body: string) {
  const documented = operation.responses[String(status)]?.content?.['application/json'].schema
  if (!documented) return `${operation.operationId} answers ${status}`
  const validate = checker.compile({ ...documented, components: document.components })
  return validate(JSON.parse(body)) ? undefined : { body, errors: validate.errors }
}

it('describes in OpenAPI 3.1 each route of version 1, and no other', () => {
  expect(document.openapi).toBe('3.1.0')
  const described = Object.keys(document.paths).map((path) => `/api/v1${path}`)
  const served = app.routes
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/v1/'))
    .map(({ path }) => path.replace(':id', '{slug}'))
  expect(new Set(served)).toEqual(new Set(described))
})

it('answers each operation as the document says, without a name, an address or a contact', async () => {
  for (const [path, { get: operation }] of Object.entries(document.paths)) {
    const answer = await perform(path, campaign.slug)
    const body = await answer.text()
    expect([answer.status, findUndocumented(operation, answer.status, body)]).toEqual([
      200,
      undefined,
    ])
    for (const personal of [ada.email, campaign.contact.name, campaign.contact.email])
      expect(body).not.toContain(personal)
  }
})

it('answers any parameters with a documented status and shape', async () => {
  const operations = Object.entries(document.paths)
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.constantFrom('1', '50', '51', '0', '-1', '1e9', '2147483649', 'newest', 'medical', '%00'),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...operations),
      fc.oneof(fc.constant(campaign.slug), fc.string({ minLength: 1, maxLength: 40 })),
      fc.array(value, { minLength: 8, maxLength: 8 }),
      async ([path, { get: operation }], slug, values) => {
        const names = operation.parameters.filter((each) => each.in === 'query')
        const query = new URLSearchParams()
        for (const [index, { name }] of names.entries())
          if ((values[index]?.length ?? 0) % 2 === 1) query.set(name, values[index] ?? '')
        if (slug === '.' || slug === '..') return
        const answer = await perform(path, slug, `?${query.toString()}`)
        expect(findUndocumented(operation, answer.status, await answer.text())).toBeUndefined()
      },
    ),
    { numRuns: 150, seed: 1 },
  )
})

it('passes through all campaigns by the cursor', async () => {
  for (let count = 0; count < 4; count++) await insertCampaignBy(content, ada, 'approved')
  const slugs: string[] = []
  let after = ''
  do {
    const answer = await get(`/api/v1/campaigns?limit=2&after=${after}`)
    const page = (await answer.json()) as { campaigns: { slug: string }[]; next: string | null }
    slugs.push(...page.campaigns.map(({ slug }) => slug))
    after = page.next ?? ''
  } while (after !== '')
  expect(new Set(slugs).size).toBe(5)
  expect(slugs).toHaveLength(5)
})

it('answers 304 to the entity tag of an unchanged campaign, for any website', async () => {
  const path = `/api/v1/campaigns/${campaign.slug}`
  const first = await get(path, { origin: 'https://example.org' })
  expect(first.headers.get('access-control-allow-origin')).toBe('*')
  expect(first.headers.get('cache-control')).toBe('public, no-cache')
  const again = await get(path, { 'if-none-match': first.headers.get('etag') ?? '' })
  expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([304, '*'])
})

it('answers not-found for campaigns that are not public, also to their organiser', async () => {
  for (const { slug } of [pending, takenDown])
    for (const who of [visitor, owner])
      expect((await get(`/api/v1/campaigns/${slug}`, {}, who)).status).toBe(404)
})

it('shows the operations on a page without script', async () => {
  const page = await get('/api/v1')
  expect(page.headers.get('content-security-policy')).toContain("style-src 'self'")
  const html = await page.text()
  for (const { get: operation } of Object.values(document.paths))
    for (const { name } of operation.parameters) expect(html).toContain(`<code>${name}</code>`)
  expect(html).not.toMatch(/<script| style=/)
})
