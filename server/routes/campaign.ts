import { Hono, type Context } from 'hono'
import { compress } from 'hono/compress'
import * as z from 'zod/mini'

import {
  campaignInputSchema,
  campaignSorts,
  campaignStates,
  campaignStatuses,
  categories,
} from '#shared/campaign.ts'
import { invalid } from '#shared/messages.ts'

import type { CampaignResponses, CampaignTotals } from '../campaigns/views/campaign-response.ts'
import type { Endings } from '../campaigns/lifecycle/endings.ts'
import type { Submissions } from '../campaigns/submission/submissions.ts'
import { joinNextCall } from '../runtime/single-flight.ts'
import {
  chosenEncoding,
  encoded,
  encodingHeaders,
  encodings,
  type Encoding,
} from '../http/compression.ts'
import { publicOnce } from '../cache/response-cache.ts'
import { jsonBody, parseInput, Refused, type Env } from '../http/context.ts'
import { toUser } from '../policy/actor.ts'
import { gate, noSubject } from '../http/gate.ts'
import { idempotencyKeySchema } from '../http/idempotency.ts'
import * as may from '../policy/rules.ts'
import {
  UnknownCursor,
  type CampaignFilter,
  type CampaignPage,
  type ContentStore,
  type PageRequest,
} from '../providers/content/content.ts'

type Parts = {
  content: ContentStore
  answers: CampaignResponses
  totals: CampaignTotals
  submissions: Submissions
  endings: Endings
}

const pageFields = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 12),
  after: z.optional(z.string().check(z.maxLength(200))),
}
const searched = z.optional(z.string().check(z.maxLength(100, invalid.tooLong)))
const listSchema = z.object({
  ...pageFields,
  category: z.optional(z.enum(categories)),
  q: searched,
  country: searched,
  city: searched,
  place: searched,
  state: z.optional(z.enum(campaignStates)),
  sort: z.optional(z.enum(campaignSorts)),
})
const ownListSchema = z.object({ ...pageFields, status: z.optional(z.enum(campaignStatuses)) })

/** /api/campaigns: what everybody may see, and what becomes of a form. */
export function campaignRoutes({ content, answers, totals, submissions, endings }: Parts) {
  // The same for everybody, and written down once for all who ask at the same time.
  const shared = joinNextCall<Uint8Array<ArrayBuffer>>()
  const listAsJson = async (asked: z.output<typeof listSchema>, encoding: Encoding) => {
    const { limit, after, sort: order, q: text, ...narrowed } = asked
    const filter = present({ status: 'approved' as const, text, ...narrowed })
    const page = { limit, ...present({ after, order }) }
    const list = await answers.listOf(await pageOf(content, filter, page))
    return encoded(JSON.stringify(list), encoding)
  }

  return new Hono<Env>()
    .get('/', gate(may.listCampaigns, noSubject), async (c) => {
      const asked = parseInput(listSchema, queryOf(c))
      const encoding = chosenEncoding(c.req.header('accept-encoding'), encodings)
      const list = await shared(JSON.stringify([asked, encoding]), () =>
        listAsJson(asked, encoding),
      )
      c.header('cache-control', publicOnce)
      c.header('content-type', 'application/json')
      encodingHeaders(c, encoding)
      return c.body(list)
    })
    .post('/', gate(may.createCampaign, noSubject), async (c) => {
      const { 'idempotency-key': key } = parseInput(idempotencyKeySchema, c.req.header())
      const input = await jsonBody(c, campaignInputSchema)
      const { uid: ownerUid } = toUser(c.var.actor)
      const campaign = await submissions.submit({ ownerUid, key, input })
      return c.json({ campaign: await answers.detailOf(campaign, c.var.actor) }, 201)
    })
    .get('/by-slug/:id', gate(may.readCampaign, content.findCampaignBySlug), async (c) =>
      c.json({ campaign: await answers.detailOf(c.var.subject, c.var.actor) }),
    )
    .get('/:id', gate(may.readCampaign, content.findCampaign), async (c) =>
      c.json({ campaign: await answers.detailOf(c.var.subject, c.var.actor) }),
    )
    .delete('/:id', gate(may.deleteCampaign, content.findCampaign), async (c) => {
      if (await totals.hasDonations(c.var.subject.id)) throw new Refused('campaign-has-donations')
      await endings.remove(c.var.subject)
      return c.body(null, 204)
    })
}

/** /api/account/campaigns: one's own, in every status (specification §2, Profile). */
export function ownCampaignRoutes({ content, answers }: Pick<Parts, 'content' | 'answers'>) {
  return new Hono<Env>().get('/', compress(), gate(may.listOwnCampaigns, noSubject), async (c) => {
    const { status, limit, after } = parseInput(ownListSchema, queryOf(c))
    const filter = present({ ownerUid: toUser(c.var.actor).uid, status })
    const page = { limit, ...present({ after }) }
    return c.json(await answers.listOf(await pageOf(content, filter, page)))
  })
}

/** The address's query. A field that a form left empty is not there. */
function queryOf(c: Context): Record<string, string> {
  return Object.fromEntries(Object.entries(c.req.query()).filter(([, value]) => value !== ''))
}

type Present<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> }

/** What was not asked for is not there at all. */
function present<Fields extends object>(fields: Fields): Partial<Present<Fields>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Present<Fields>>
}

async function pageOf(
  content: ContentStore,
  filter: CampaignFilter,
  page: PageRequest,
): Promise<CampaignPage> {
  try {
    return await content.listCampaigns(filter, page)
  } catch (error) {
    if (!(error instanceof UnknownCursor)) throw error
    throw new Refused('invalid-input', { fields: { after: [invalid.input] } })
  }
}
