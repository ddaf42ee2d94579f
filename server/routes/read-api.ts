import { brand } from '#shared/brand.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import * as z from 'zod/mini'

import { publicStatuses, type CampaignCard } from '#shared/campaign.ts'
import { escapeMarkup } from '#shared/escape-markup.ts'
import { operations, problemAnswer, type OperationId } from '#shared/read-api.ts'
import { sharePath } from '#shared/share.ts'

import { updatesPerPage } from '../people/supporters/updates.ts'
import { parseInput, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { visitor } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import { listCampaignEntries, sumCampaignEntries } from '../transparency/read-log.ts'
import { getQuery, listPublic } from './campaign.ts'
import type { Services } from '../services.ts'

const policy = `Everything here is public, free of charge and without a key. It names no donor and no contact.
Sums are whole kobo (₦1 is 100). A page of a list ends with \`next\`; send it as \`after\` for the page that follows.
Every answer has an entity tag: send it back as \`If-None-Match\`, and an unchanged answer is 304 without a body.
Version 1 only grows: fields, values and operations may be added. Nothing is removed and nothing changes its meaning. A change that breaks programs becomes version 2, and version 1 then stays for 12 months, with the headers Deprecation and Sunset.`

const refusals = {
  400: 'A parameter is not valid',
  404: 'There is no such public campaign',
  429: 'Too many requests: wait for the seconds in Retry-After',
  503: 'Busy: wait for the seconds in Retry-After',
}

/** OpenAPI 3.1 of the operations. */
function toDocument(server: string) {
  const paths = Object.entries(operations).map(([operationId, { path, summary, ...of }]) => {
    const query = z.toJSONSchema(of.query, { io: 'input' })
    const shapes = query.properties ?? {}
    const parameters = Object.entries(shapes).map(([name, schema]) => ({
      name,
      in: 'query',
      required: query.required?.includes(name) ?? false,
      schema,
    }))
    const slug = { name: 'slug', in: 'path', required: true, schema: { type: 'string' } }
    const isOfCampaign = path.includes('{slug}')
    const errors = Object.entries(refusals)
      .filter(([status]) => isOfCampaign || status !== '404')
      .map(([status, description]) => [
        status,
        { description, content: toContent({ $ref: '#/components/schemas/Problem' }) },
      ])
    const get = {
      operationId,
      summary,
      parameters: [...(isOfCampaign ? [slug] : []), ...parameters],
      responses: {
        200: { description: 'The answer', content: toContent(toSchema(of.answer)) },
        304: { description: 'Unchanged since the entity tag of If-None-Match' },
        ...Object.fromEntries(errors),
      },
    }
    return [path, { get }] as const
  })
  return {
    openapi: '3.1.0',
    info: { title: brand, version: '1.0.0', description: policy },
    servers: [{ url: server }],
    paths: Object.fromEntries(paths),
    components: { schemas: { Problem: toSchema(problemAnswer) } },
  }
}

const toContent = (schema: unknown) => ({ 'application/json': { schema } })
const toSchema = (schema: z.ZodMiniType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema)
  return rest
}

/** For programs of others: /api/v1, its document /api/openapi.json and a page that shows it, /api/v1. */
export function readApiRoutes(deps: Services) {
  const { config, content, responses, campaignUpdates, database, payments } = deps
  const { origin } = new URL(config.publicUrl)
  const document = toDocument(`${origin}/api/v1`)
  const ledger = { database, mode: payments.mode }
  const toCampaign = ({ goal, raised, image, ...card }: CampaignCard) => ({
    ...card,
    url: `${origin}/c/${card.slug}`,
    picture: origin + sharePath({ ...card, goal, raised, image }),
    goalKobo: goal,
    raisedKobo: raised ?? 0,
  })
  const campaign = gate(may.readByProgram, async (slug) => {
    const found = await content.findCampaignBySlug(slug)
    return found && publicStatuses.includes(found.status) ? found : undefined
  })

  return new Hono<Env>()
    .get('/openapi.json', compress(), forPrograms, gate(may.readFeed, noSubject), (c) =>
      c.body(JSON.stringify(document), 200, {
        'content-type': 'application/vnd.oai.openapi+json;version=3.1',
      }),
    )
    .get('/v1', compress(), gate(may.readFeed, noSubject), (c) =>
      c.body(toPageOf(document), 200, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, max-age=600',
        'content-security-policy':
          "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      }),
    )
    .use('/v1/*', compress(), forPrograms)
    .get('/v1/campaigns', gate(may.listCampaigns, noSubject), async (c) => {
      const query = parseInput(operations.listCampaigns.query, getQuery(c))
      const { campaigns, next } = await responses.toList(await listPublic(deps, query))
      return c.json(answer('listCampaigns', { campaigns: campaigns.map(toCampaign), next }))
    })
    .get('/v1/campaigns/:id', campaign, async (c) => {
      const detail = await responses.toDetail(c.var.subject, visitor)
      return c.json(answer('readCampaign', toCampaign(detail)))
    })
    .get('/v1/campaigns/:id/updates', campaign, async (c) => {
      const { after } = parseInput(operations.listUpdates.query, getQuery(c))
      const page = { limit: updatesPerPage, before: after }
      return c.json(answer('listUpdates', await campaignUpdates.list(c.var.subject.id, page)))
    })
    .get('/v1/campaigns/:id/ledger', campaign, async (c) => {
      const { limit: rows, after } = parseInput(operations.listEntries.query, getQuery(c))
      const { id } = c.var.subject
      const page = { order: 'oldest' as const, after, limit: rows }
      const entries = await listCampaignEntries(ledger, id, page)
      const sums = await sumCampaignEntries(ledger, id)
      const last = entries.at(-1)?.place ?? sums.entries
      return c.json(
        answer('listEntries', { entries, sums, next: last === sums.entries ? null : last }),
      )
    })
}

/** The document for people: what each operation takes, and an address to open. */
function toPageOf({ info, servers, paths }: ReturnType<typeof toDocument>): string {
  const [server] = servers
  const sections = Object.entries(paths).map(([path, { get }]) => {
    const address = `${server?.url}${path}`
    const rows = get.parameters.map(
      ({ name, schema }) =>
        `<tr><th scope="row"><code>${name}</code></th><td><code>${escapeMarkup(JSON.stringify(schema))}</code></td></tr>`,
    )
    const fields = get.responses[200].content['application/json'].schema
    return `<section>
<h2>${escapeMarkup(get.summary)}</h2>
<p><code>GET ${path.includes('{') ? address : `<a href="${address}">${address}</a>`}</code></p>
<table><caption>Parameters</caption><tbody>${rows.join('')}</tbody></table>
<details><summary>Answer</summary><pre>${escapeMarkup(JSON.stringify(fields, null, 2))}</pre></details>
</section>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(brand)} for programs</title>
<link rel="stylesheet" href="/api.css">
</head>
<body>
<main>
<h1>${escapeMarkup(brand)} for programs</h1>
${info.description
  .split('\n')
  .map((line) => `<p>${escapeMarkup(line)}</p>`)
  .join('\n')}
<p><a href="/api/openapi.json">The description in OpenAPI 3.1</a></p>
${sections.join('\n')}
</main>
</body>
</html>
`
}

/** Only the fields of the document leave the server. */
function answer<Id extends OperationId>(id: Id, value: unknown) {
  return z.parse(operations[id].answer as z.ZodMiniType, value) as z.output<
    (typeof operations)[Id]['answer']
  >
}

const tagged = etag()

/** Any website may read it, and caches ask each time whether it changed. */
const forPrograms: MiddlewareHandler<Env> = async (c, next) => {
  await tagged(c, next)
  c.header('access-control-allow-origin', '*')
  c.header('access-control-expose-headers', 'etag, retry-after')
  c.header('cross-origin-resource-policy', 'cross-origin')
  if (c.res.ok) c.header('cache-control', 'public, no-cache')
}
