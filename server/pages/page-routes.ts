import { Hono, type Context } from 'hono'

import { lagosToday } from '#shared/day.ts'
import type { Site } from '#shared/page.ts'

import { chosenEncoding, encodings, type Encoding } from '../http/compression.ts'
import { Refused, type Env } from '../http/context.ts'
import { chosenLanguage } from '../http/language.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import { documentOf, pageDataOf } from './document.ts'
import { assetAnswer, keptAnswer, pageAnswer, wantsData, type PageAnswer } from './page-answer.ts'
import { pagePolicy } from './page-policy.ts'
import type { Pages } from './pages.ts'
import { visitorSend, type AppFetch } from './visitor-send.ts'

type PageContext = Context<{ Variables: Env['Variables'] & { subject: null } }>

type Options = {
  pages: Pages
  /** The whole app: pages read and write through the same API as everybody. */
  fetchApp: AppFetch
  onFailure: (error: unknown, requestId: string) => void
}

/** Answers every address that nothing else has answered: a built file or a page. */
export function pageRoutes(options: Options) {
  const { editions, assets, cache } = options.pages
  const policy = pagePolicy(options.pages)

  const ownPage = async (c: PageContext) => {
    const { headers } = c.req.raw
    const made = await makePage(c, options, { search: new URL(c.req.url).search, headers })
    return pageAnswer(c, made)
  }

  /** The query and the other cookies are left out: the page reads none of them, and shared links carry trackers' queries. */
  const sharedPage = async (c: PageContext, { address, encoding }: Place) => {
    const make = () => makePage(c, options, { search: '', headers: new Headers() })
    let made: PageAnswer | undefined
    const kept = await cache.find(address, encoding, async () => {
      made = await make()
      return 'html' in made && made.page.status === 200 ? made.html : undefined
    })
    return kept ? keptAnswer(c, kept, encoding) : pageAnswer(c, made ?? (await make()))
  }

  // To find the route of an address costs as much as all the rest of a kept page.
  const sharedPlaceOf = (c: PageContext): Place | undefined => {
    if (c.var.actor.kind !== 'visitor' || wantsData(c)) return undefined
    const place = placeOf(c)
    const isShared =
      cache.has(place.address, place.encoding) || editions.en.renderer.isSameForAll(c.req.path)
    return isShared ? place : undefined
  }

  return new Hono<Env>()
    .get('*', gate(may.readPage, nothing), async (c) => {
      const asset = assets.get(c.req.path)
      if (asset) return assetAnswer(c, asset)
      refuseMachines(c.req.path)
      c.header('content-security-policy', policy)
      const place = sharedPlaceOf(c)
      return place ? sharedPage(c, place) : ownPage(c)
    })
    .post('*', gate(may.readPage, nothing), async (c) => {
      refuseMachines(c.req.path)
      c.header('content-security-policy', policy)
      return ownPage(c)
    })
}

/** Where a kept document is found. */
type Place = { address: string; encoding: Encoding }

function placeOf(c: PageContext): Place {
  const encoding = chosenEncoding(c.req.header('accept-encoding'), encodings)
  return { address: `${chosenLanguage(c)} ${c.req.path}`, encoding }
}

type Asked = { search: string; headers: Headers }

async function makePage(c: PageContext, options: Options, asked: Asked): Promise<PageAnswer> {
  const { editions, site } = options.pages
  const language = chosenLanguage(c)
  const { renderer, manifest } = editions[language]
  const year = Number(lagosToday().slice(0, 4))
  const here: Site = { ...site, year, isSignedIn: c.var.actor.kind === 'user' }
  const { send, setCookies } = visitorSend(c, site.origin, options.fetchApp)
  const request = await pageRequest(c, site.origin, asked)
  const page = await renderer.render(request, { send, site: here })
  setCookies.push(...page.setCookies)
  if (page.kind === 'redirect') return { page, setCookies }
  for (const failure of page.failures) options.onFailure(failure, c.var.requestId)
  const data = pageDataOf(page, here, manifest)
  return { page, setCookies, data, html: documentOf(page, data, { manifest, language }) }
}

/** The visitor's request as the renderer may see it: on our own origin, whatever Host header came. */
async function pageRequest(
  c: PageContext,
  origin: string,
  { search, headers }: Asked,
): Promise<Request> {
  // Without the signal: what one visitor gave up on, others may be waiting for.
  const { method } = c.req.raw
  const url = origin + c.req.path + search
  if (method !== 'POST') return new Request(url, { headers })
  const type = c.req.header('content-type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type))
    throw new Refused('unsupported-media-type')
  return new Request(url, { method, headers, body: await c.req.arrayBuffer() })
}

/** Addresses for programs: an unknown one is answered in their language. */
const machines = /^\/(api|webhooks|images|share|assets|development|sandbox)(\/|$)/

function refuseMachines(path: string) {
  if (machines.test(path)) throw new Refused('not-found')
}
