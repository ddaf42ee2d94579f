import { Hono, type Context, type TypedResponse } from 'hono'
import { compress } from 'hono/compress'
import * as z from 'zod/mini'

import { campaignSorts, campaignStates } from '#shared/campaign-query.ts'
import { campaignInputSchema, campaignStatuses, type CampaignList } from '#shared/campaign.ts'
import { categories, causes } from '#shared/category.ts'
import { deletedCampaignResponseSchema } from '#shared/deleted-campaign.ts'
import { invalid } from '#shared/text/invalid.ts'
import { ownViewSchema } from '#shared/own-view.ts'
import { idSchema, searchText } from '#shared/text.ts'
import { trustSchema } from '#shared/trust.ts'

import { draftInputSchema } from '../campaigns/submission/drafts.ts'
import { toContact } from '../campaigns/views/campaign-response.ts'
import {
  getSearch,
  publicUntilChanged,
  renderResponse,
  toDataKey,
  type ResponseCache,
} from '../platform/cache/response-cache.ts'
import { jsonBody, parseInput, type Env, fieldError, done } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { idempotencyKeySchema } from '../platform/http/idempotency.ts'
import {
  isKnownTag,
  negotiateEncoding,
  setEncodingHeaders,
  encodings,
} from '../platform/http/response-headers.ts'
import { toUser, type Actor } from '../platform/policy/actor.ts'
import { isAllowed, owned } from '../platform/policy/rule.ts'
import * as may from '../platform/policy/rules.ts'
import {
  UnknownCursor,
  type CampaignPage,
  type StoredCampaign,
} from '../providers/content/content.ts'
import type { PublicCampaign } from '../staff/moderation/campaign-subjects.ts'
import type { Services } from '../services.ts'

const pageFields = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 12),
  after: z.optional(idSchema),
}
const listSchema = z.object({
  ...pageFields,
  category: z.optional(z.enum(categories)),
  cause: z.optional(z.enum(causes)),
  q: searchText,
  country: searchText,
  city: searchText,
  place: searchText,
  state: z.optional(z.enum(campaignStates)),
  sort: z.optional(z.enum(campaignSorts)),
})
const ownListSchema = z.object({ ...pageFields, status: z.optional(z.enum(campaignStatuses)) })

/** /api/campaigns */
export function campaignRoutes({
  content,
  history,
  subjects,
  responses,
  getContactHiding,
  submissions,
  deletions,
  campaignUpdates,
  pages,
}: Services) {
  const readList = async (query: z.output<typeof listSchema>) => {
    // Frozen campaigns stay approved but accept no donations.
    const except = query.state === 'open' ? await history.listFrozen() : undefined
    const find = (change: { q?: string } = {}) =>
      listPublic({ content, campaignUpdates }, { ...query, ...change, except })
    const found = await find()
    const { q, after } = query
    const isNothing = found.total === 0 && q !== undefined && after === undefined
    const suggestion = isNothing ? await content.publicLists.suggest?.(q) : undefined
    // Only words that find public campaigns are named: others may stand in a campaign in review.
    const isFound = suggestion !== undefined && (await find({ q: suggestion })).total > 0
    return JSON.stringify({ ...(await responses.toList(found)), ...(isFound && { suggestion }) })
  }
  const findResponse = pages?.cache.find ?? findNothingCached

  const toReader = async (campaign: StoredCampaign, actor: Actor) =>
    responses.toDetail(campaign, actor, await getContactHiding(actor, campaign))

  return new Hono<Env>()
    .get('/', gate(may.listCampaigns, noSubject), async (c) => {
      const query = parseInput(listSchema, getQuery(c))
      const encoding = negotiateEncoding(c.req.header('accept-encoding'), encodings)
      // The list is the same for everybody until something changes.
      const key = toDataKey(c.req.path + getSearch(c.req.url), encoding)
      const list = await findResponse(key, encoding, () => readList(query))
      c.header('cache-control', publicUntilChanged)
      c.header('content-type', 'application/json')
      if (!list) throw new Error('the list has no response')
      c.header('etag', list.etag)
      setEncodingHeaders(c, encoding)
      const isKnown = isKnownTag(c.req.header('if-none-match'), list.etag)
      const answer: Response = isKnown ? c.body(null, 304) : c.body(list.body)
      return answer as Response & TypedResponse<CampaignList>
    })
    .post('/', gate(may.createCampaign, noSubject), async (c) => {
      const { 'idempotency-key': key } = parseInput(idempotencyKeySchema, c.req.header())
      const input = await jsonBody(c, campaignInputSchema)
      const { uid: ownerUid } = toUser(c.var.actor)
      const campaign = await submissions.submit({ ownerUid, key, input })
      return c.json({ campaign: await responses.toDetail(campaign, c.var.actor) }, 201)
    })
    .get('/by-slug/:id', gate(may.readCampaign, subjects.findPublicBySlug), async (c) =>
      c.json({ campaign: await toReader(c.var.subject, c.var.actor) }),
    )
    .get('/:id', gate(may.readCampaign, subjects.findPublic), async (c) =>
      c.json({ campaign: await toReader(c.var.subject, c.var.actor) }),
    )
    .delete('/:id', gate(may.deleteCampaign, content.findCampaign), (c) =>
      done(c, deletions.deleteCampaign(c.var.subject)),
    )
}

/** /api/account/campaigns: the user's own campaigns in every status (specification §2, Profile). */
export function ownCampaignRoutes({ content, responses }: Services) {
  return new Hono<Env>().get('/', compress(), gate(may.listOwnCampaigns, noSubject), async (c) => {
    const { status, limit, after } = parseInput(ownListSchema, getQuery(c))
    const filter = withoutUndefined({ ownerUid: toUser(c.var.actor).uid, status })
    const page = { limit, ...withoutUndefined({ after }) }
    return c.json(await responses.toList(await toPage(content.listCampaigns(filter, page))))
  })
}

const findNothingCached: ResponseCache['find'] = (_key, encoding, render) =>
  renderResponse(render, encoding)

/** Leaves out parameters of form fields that were left empty. */
export function getQuery(c: Context): Record<string, string> {
  return Object.fromEntries(Object.entries(c.req.query()).filter(([, value]) => value !== ''))
}

type Defined<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> }

export function withoutUndefined<Fields extends object>(fields: Fields): Partial<Defined<Fields>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Defined<Fields>>
}

type PublicQuery = z.output<typeof listSchema> & { except?: string[] | undefined }

const endedPrefix = 'ended.'

/** A search by words shows ended campaigns below the others. */
export async function listPublic(
  { content, campaignUpdates }: Pick<Services, 'content' | 'campaignUpdates'>,
  { limit, after, sort: order, q: text, state, ...filters }: PublicQuery,
): Promise<CampaignPage> {
  const textIds = await campaignUpdates.findCampaigns(text)
  const listEnded = async (most: number, cursor = '') => {
    const { category, cause, place, city, country } = filters
    // The words of a campaign contain its place.
    const words = [text, place, city, country].filter((each) => each !== undefined).join(' ')
    const filter = withoutUndefined({
      category,
      cause,
      text: words || undefined,
      textIds: words === text ? textIds : undefined,
    })
    const request = { limit: most, ...(cursor !== '' && { after: cursor }) }
    const ended = await toPage(content.listCampaigns({ status: 'ended', ...filter }, request))
    return { ...ended, next: ended.next && endedPrefix + ended.next }
  }
  if (state === 'ended' || after?.startsWith(endedPrefix))
    return listEnded(limit, after?.slice(endedPrefix.length))
  const filter = withoutUndefined({ text, textIds, state, ...filters })
  const page = { limit, ...withoutUndefined({ after, order }) }
  const open = await toPage(content.publicLists.list(filter, page))
  if (text === undefined || state !== undefined) return open
  const room = open.next === null ? limit - open.campaigns.length : 0
  const ended = await listEnded(Math.max(room, 1))
  const startsNext = room === 0 && ended.total > 0 ? endedPrefix : ended.next
  return {
    campaigns: [...open.campaigns, ...ended.campaigns.slice(0, room)],
    total: open.total + ended.total,
    isTotalExact: open.isTotalExact && ended.isTotalExact,
    next: open.next ?? startsNext,
  }
}

/** The page of a list. A cursor that the store does not know is the caller's mistake. */
export async function toPage(listed: Promise<CampaignPage>): Promise<CampaignPage> {
  try {
    return await listed
  } catch (error) {
    if (!(error instanceof UnknownCursor)) throw error
    throw fieldError('after', invalid.input)
  }
}

/** /api/deleted-campaigns/:id, where the id is a former slug: what stays public of a deleted campaign. */
export function deletedCampaignRoutes({ tombstones }: Services) {
  return new Hono<Env>().get(
    '/:id',
    gate(may.readDeletedCampaign, tombstones.findBySlug),
    async (c) => c.json(z.parse(deletedCampaignResponseSchema, { campaign: c.var.subject })),
  )
}

/** /api/campaigns/:id/trust: as public as the campaign. */
export function trustRoutes({ subjects, trustChecks }: Services) {
  return new Hono<Env>().get('/:id/trust', gate(may.readCampaign, subjects.findPublic), async (c) =>
    c.json(z.parse(trustSchema, await trustChecks.find(c.var.subject))),
  )
}

/** /api/campaigns/:id/own-view: one request for all that a page, which is the same for everybody, adds for this person. */
export function ownViewRoutes(deps: Services) {
  const { subjects, content, getContactHiding } = deps
  return new Hono<Env>().get(
    '/:id/own-view',
    gate(may.readCampaign, subjects.findPublic),
    async (c) => {
      const { actor, subject: campaign } = c.var
      const [account, contactHidden, isFollowing] = await Promise.all([
        actor.kind === 'user' ? content.findUserByUid(actor.uid) : undefined,
        getContactHiding(actor, campaign),
        findFollowing(deps, actor, campaign),
      ])
      const isSignedIn = actor.kind === 'user'
      const view = {
        account: isSignedIn ? { firstname: '', lastname: '', ...account } : null,
        ...toContact(campaign, contactHidden),
        isFollowing,
        isOwner: owned(actor, campaign),
        canWrite: isAllowed(may.writeUpdate, actor, campaign),
      }
      c.header('cache-control', 'no-store')
      return c.json(z.parse(ownViewSchema, view))
    },
  )
}

/** /api/draft: the user's unfinished wizard. */
export function draftRoutes({ drafts }: Services) {
  return new Hono<Env>()
    .get('/', gate(may.readDraft, noSubject), async (c) =>
      c.json(await drafts.find({ ownerUid: toUser(c.var.actor).uid })),
    )
    .put('/', gate(may.editDraft, noSubject), async (c) => {
      const input = await jsonBody(c, draftInputSchema)
      const ownerUid = toUser(c.var.actor).uid
      return c.json({ draft: await drafts.save({ ownerUid }, input) })
    })
    .delete('/', gate(may.editDraft, noSubject), (c) =>
      done(c, drafts.discard(toUser(c.var.actor).uid)),
    )
}

/** Null for who cannot follow with one tap. */
export async function findFollowing(
  { campaignFollowers }: Services,
  actor: Actor,
  campaign: PublicCampaign,
): Promise<boolean | null> {
  if (actor.kind !== 'user' || !isAllowed(may.followCampaign, actor, campaign)) return null
  return campaignFollowers.isFollowing({ campaignId: campaign.id, email: actor.email })
}
