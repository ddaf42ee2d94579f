import { Hono, type Context } from 'hono'

import { lagosToday } from '#shared/day.ts'
import type { Site } from '#shared/page.ts'

import { Refused, type Env } from '../http.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import { documentOf } from './document.ts'
import { chosenEncoding, encodings } from './encoding.ts'
import { assetAnswer, keptAnswer, pageAnswer } from './page-answer.ts'
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
export function pageRoutes({ pages, fetchApp, onFailure }: Options) {
  const { renderer, manifest, assets, cache, site } = pages
  const policy = pagePolicy(pages)

  const rendered = async (c: PageContext, search: string, cookie?: string) => {
    const today: Site = { ...site, year: Number(lagosToday().slice(0, 4)) }
    const { send, setCookies } = visitorSend(c, site.origin, fetchApp)
    const request = await pageRequest(c, site.origin + c.req.path + search, cookie)
    const page = await renderer.render(request, { send, site: today })
    if (page.kind === 'redirect')
      return { page, setCookies: [...setCookies, ...page.setCookies], html: '' }
    for (const failure of page.failures) onFailure(failure, c.var.requestId)
    return { page, setCookies, html: documentOf(page, today, manifest) }
  }

  const anyPage = async (c: PageContext) => {
    refuseMachines(c.req.path)
    c.header('content-security-policy', policy)
    const { search } = new URL(c.req.url)
    return pageAnswer(c, await rendered(c, search, c.req.header('cookie')))
  }

  /** The query is left out: a page that is the same for all does not read it, and shared links carry trackers' queries. */
  const sharedPage = async (c: PageContext) => {
    c.header('content-security-policy', policy)
    let made: Awaited<ReturnType<typeof rendered>> | undefined
    const encoding = chosenEncoding(c.req.header('accept-encoding'), encodings)
    const kept = await cache.find(c.req.path, encoding, async () => {
      made = await rendered(c, '')
      return made.page.kind === 'page' && made.page.status === 200 ? made.html : undefined
    })
    return kept ? keptAnswer(c, kept, encoding) : pageAnswer(c, made ?? (await rendered(c, '')))
  }

  return new Hono<Env>()
    .get('*', gate(may.readPage, nothing), (c) => {
      const asset = assets.get(c.req.path)
      if (asset) return assetAnswer(c, asset)
      const isVisitor = c.var.actor.kind === 'visitor'
      return isVisitor && renderer.isSameForAll(c.req.path) ? sharedPage(c) : anyPage(c)
    })
    .post('*', gate(may.readPage, nothing), (c) => anyPage(c))
}

/** Addresses for programs: an unknown one is answered in their language. */
const machines = /^\/(api|webhooks|images|assets|development|sandbox)(\/|$)/

function refuseMachines(path: string) {
  if (machines.test(path)) throw new Refused('not-found')
}

/** The visitor's request as the renderer may see it: on our own origin, whatever Host header came. */
async function pageRequest(c: PageContext, url: string, cookie?: string): Promise<Request> {
  const { method, signal } = c.req.raw
  const cookies = cookie === undefined ? {} : { cookie }
  if (method !== 'POST') return new Request(url, { signal, headers: cookies })
  const type = c.req.header('content-type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type))
    throw new Refused('unsupported-media-type')
  const headers = { ...cookies, 'content-type': type }
  return new Request(url, { method, signal, headers, body: await c.req.arrayBuffer() })
}
