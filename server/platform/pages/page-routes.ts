import { Hono, type Context, type MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import type { ContentfulStatusCode, RedirectStatusCode } from 'hono/utils/http-status'

import { challengeHeader } from '#shared/challenge-header.ts'
import type { Challenge } from '#shared/challenge.ts'
import { lagosDay } from '#shared/day.ts'
import { problemSchema } from '#shared/errors.ts'
import { copyHeader, filesHeader } from '#shared/offline.ts'
import type { Site, ApiFetch, FormWait, PageData, RenderedPage } from '#shared/page.ts'
import type { Abroad } from '#shared/abroad.ts'

import type { Foundation } from '../../providers/foundation.ts'
import {
  getSearch,
  toCacheKey,
  toKnownSearch,
  publicUntilChanged,
  type CachedResponse,
} from '../cache/response-cache.ts'
import {
  negotiateEncoding,
  encodings,
  type Encoding,
  compressText,
  setEncodingHeaders,
  isKnownTag,
} from '../http/response-headers.ts'
import { Refused, type Env } from '../http/context.ts'
import { gate, noSubject } from '../http/gate.ts'
import { getLanguage } from '../http/language.ts'
import { readForm, isPictureForm, jsonBytes, readFormWithFile } from '../http/request-body.ts'
import * as may from '../policy/rules.ts'
import { toViewKey } from '../rates/exchange-rates.ts'
import { toDocumentStyles } from './document-styles.ts'
import { toDocument, toPageData, toPlainDocument } from './document.ts'
import type { Pages, Asset } from './pages.ts'
import { getWaitLeftMs } from '../rate-limits/proofs.ts'
import type { Sealing } from '../runtime/sealing.ts'

type PageContext = Context<{ Variables: Env['Variables'] & { subject: null } }>

type Options = Pick<Foundation, 'sealing' | 'now'> & {
  pages: Pages
  /** The app itself: loaders and actions of pages use its API. */
  fetchApp: AppFetch
  onFailure: (error: unknown, requestId: string) => void
}

/** Every address that no route has answered: a built file or a page. */
export function pageRoutes(options: Options) {
  const { assets, cache, editions, toRoutePattern, getCaching } = options.pages
  const policy = pagePolicy(options.pages)

  const findView = (c: PageContext) => {
    const { rates } = options.pages
    if (rates) c.header('vary', 'accept-language', { append: true })
    return rates?.findView(c.req.path, c.req.header('cookie'), c.req.header('accept-language'))
  }

  const sendPrivatePage = async (c: PageContext) => {
    const { headers } = c.req.raw
    const search = new URL(c.req.url).search
    return sendPage(
      c,
      await renderPage(c, options, { search, headers, isPublic: false, view: findView(c) }),
    )
  }

  /**
   * Rendered as for a visitor, without cookies and without parameters that the page does not read, and sent to everybody.
   * Where there is no such page, as for a campaign in review, a person may have one of their own.
   */
  const sendPublicPage = async (c: PageContext, { key, encoding, search, view }: CachePlace) => {
    const input = { ...asVisitor(search), view }
    let rendered: RenderedResponse | undefined
    const cached = await cache.find(key, encoding, async () => {
      rendered = await renderPage(c, options, input)
      return isShareable(rendered) ? toCached(rendered) : undefined
    })
    if (cached) return sendCachedPage(c, cached, encoding)
    if (c.var.actor.kind === 'user') return sendPrivatePage(c)
    return sendPage(c, rendered ?? (await renderPage(c, options, input)))
  }

  /** The donation form without anything of the visitor, for the service worker. */
  const sendCopy = async (c: PageContext) => {
    const rendered = await renderPage(c, options, asVisitor(''))
    const isComplete = rendered.setCookies.length === 0 && rendered.page.status === 200
    if (isComplete)
      c.header(filesHeader, editions[getLanguage(c)].manifest.offlineModules.join(' '))
    return sendPage(c, rendered)
  }

  const findCachePlace = (c: PageContext): CachePlace | undefined => {
    if (wantsData(c)) return undefined
    const { isCacheable, query } = getCaching(c.req.path)
    const search = isCacheable ? toKnownSearch(getSearch(c.req.url), query) : undefined
    if (search === undefined) return undefined
    const encoding = negotiateEncoding(c.req.header('accept-encoding'), encodings)
    const view = findView(c)
    const kind = getLanguage(c) + toViewKey(view)
    return { key: toCacheKey(kind, c.req.path + search, encoding), encoding, search, view }
  }

  /** Built files cost nothing, so they are sent before any limit. */
  const sendAssets: MiddlewareHandler<Env> = async (c, next) => {
    const asset = assets.get(c.req.path)
    if (!asset) return next()
    c.set('pageRoute', c.req.path)
    return sendAsset(c, asset)
  }

  return new Hono<Env>()
    .get('*', sendAssets, pageWait(options), gate(may.readPage, noSubject), async (c) => {
      refuseApiPath(c.req.path)
      c.set('pageRoute', toRoutePattern(c.req.path))
      c.header('content-security-policy', policy)
      const place = findCachePlace(c)
      if (place) return sendPublicPage(c, place)
      return isCopy(c, options.pages) ? sendCopy(c) : sendPrivatePage(c)
    })
    .post('*', refuseApiPaths, formWait(options), gate(may.submitPage, noSubject), async (c) => {
      c.set('pageRoute', toRoutePattern(c.req.path))
      c.header('content-security-policy', policy)
      return sendPrivatePage(c)
    })
}

type View = { view?: Abroad | undefined }
type CachePlace = View & { key: string; encoding: Encoding; search: string }
type PageInput = View & { search: string; headers: Headers; isPublic: boolean }
const asVisitor = (search: string): PageInput => ({
  search,
  headers: new Headers(),
  isPublic: true,
})
type Document = Extract<RenderedResponse, { html: string }>

const toCached = ({ html, policy }: Document) => ({
  text: html,
  headers: { 'content-security-policy': policy },
})

const isShareable = (rendered: RenderedResponse): rendered is Document =>
  'html' in rendered && rendered.isComplete && rendered.page.status === 200

/** A person who is logged in gets no copies. */
function isCopy(c: PageContext, { toRoutePattern }: Pages): boolean {
  return (
    c.req.header(copyHeader) !== undefined &&
    c.var.actor.kind === 'visitor' &&
    toRoutePattern(c.req.path) === '/c/:slug/donate'
  )
}

async function renderPage(
  c: PageContext,
  options: Options,
  input: PageInput,
): Promise<RenderedResponse> {
  const { editions, site: origin } = options.pages
  const language = getLanguage(c)
  const { renderer, manifest } = editions[language]
  const year = Number(lagosDay().slice(0, 4))
  const isSignedIn = !input.isPublic && c.var.actor.kind === 'user'
  const abroad = input.view && { abroad: input.view }
  const site: Site = { ...origin, year, isSignedIn, ...abroad }
  const { fetchApp } = options
  const { isPublic } = input
  const visitor = visitorFetch(c, { origin: origin.origin, fetchApp, isPublic })
  const { fetchApi, setCookies } = visitor
  const request = await toPageRequest(c, origin.origin, input)
  const page = await renderer.render(request, { fetchApi, site })
  setCookies.push(...page.setCookies)
  const { isComplete } = visitor.result
  if (page.kind === 'redirect') return { page, setCookies, isComplete }
  for (const error of page.unexpectedErrors) options.onFailure(error, c.var.requestId)
  const data = toPageData(page, site, manifest)
  const styles = page.isShell ? undefined : toDocumentStyles(manifest.splitStyles, page.body)
  return {
    page,
    setCookies,
    isComplete,
    data,
    policy: pagePolicy(options.pages, styles?.hash),
    html: toDocument(page, data, { manifest, language, styles }),
  }
}

/** The request that the renderer gets. Its origin is always our own, not that of the Host header. */
async function toPageRequest(
  c: PageContext,
  origin: string,
  { search, headers }: Pick<PageInput, 'search' | 'headers'>,
): Promise<Request> {
  // Without the signal: other visitors may wait for a page that one of them has aborted.
  const { method } = c.req.raw
  const url = origin + c.req.path + search
  if (method !== 'POST') return new Request(url, { headers })
  const form = c.var.pageForm ?? (await readForm(c))
  const formHeaders = new Headers(headers)
  formHeaders.delete('content-length')
  if (c.var.pageFile) {
    // The request names the boundary of the new body.
    formHeaders.delete('content-type')
    const body = new FormData()
    for (const [name, value] of form) body.append(name, value)
    body.append('file', c.var.pageFile)
    return new Request(url, { method, headers: formHeaders, body })
  }
  formHeaders.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
  return new Request(url, { method, headers: formHeaders, body: form })
}

/** Paths for programs: an unknown one gets a JSON error instead of a page. */
const apiPath = /^\/(api|webhooks|images|share|assets|development|sandbox)(\/|$)/

function refuseApiPath(path: string) {
  if (apiPath.test(path)) throw new Refused('not-found')
}

const refuseApiPaths: MiddlewareHandler<Env> = (c, next) => {
  refuseApiPath(c.req.path)
  return next()
}

/** Request headers that the API reads besides cookies. */
const forwardedHeaders = [
  'origin',
  'sec-fetch-site',
  'user-agent',
  'x-forwarded-for',
  'accept-language',
]

/** The connection, by which the rate limits count. Nothing else of the person who happens to ask first enters a shared page. */
const publicHeaders = ['x-forwarded-for']

type AppFetch = (request: Request, env: unknown) => Response | Promise<Response>

type VisitorFetchOptions = {
  origin: string
  fetchApp: AppFetch
  /** The page is for everybody, so the API is asked without cookies. */
  isPublic: boolean
}

/**
 * Calls the API in process with the visitor's headers. Cookies that the API sets go into the response and into later calls
 * of the same page, so that a login takes effect at once.
 */
function visitorFetch(c: Context, { origin, fetchApp, isPublic }: VisitorFetchOptions) {
  const cookies = isPublic ? new Map<string, string>() : parseCookies(c.req.header('cookie'))
  const setCookies: string[] = []
  const result = { isComplete: true }
  const visitorHeaders = new Headers()
  for (const name of isPublic ? publicHeaders : forwardedHeaders) {
    const value = c.req.header(name)
    if (value !== undefined) visitorHeaders.set(name, value)
  }

  const fetchApi: ApiFetch = async (path, init) => {
    const headers = new Headers(visitorHeaders)
    new Headers(init.headers).forEach((value, name) => headers.set(name, value))
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const { challengeSolution, hasSolvedChallenge }: Partial<Env['Variables']> = c.var
    if (challengeSolution !== undefined) headers.set(challengeHeader, challengeSolution)
    // The environment carries the connection, by whose address the rate limits count.
    const env = { ...(c.env as object | undefined), isPartOfPage: true, hasSolvedChallenge }
    const response = await fetchApp(new Request(origin + path, { ...init, headers }), env)
    if (response.status === 429 || response.status >= 500) result.isComplete = false
    if (response.status === 429) c.set('unsolvedChallenge', await readChallenge(response.clone()))
    for (const cookie of response.headers.getSetCookie()) {
      setCookies.push(cookie)
      const [[name, value] = ['', '']] = parseCookies(cookie.split(';')[0])
      cookies.set(name, value)
    }
    return response
  }
  return { fetchApi, setCookies, result }
}

async function readChallenge(response: Response): Promise<Challenge | undefined> {
  return z.safeParse(problemSchema, await response.json()).data?.error.challenge
}

function parseCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0) cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim())
  }
  return cookies
}

type FormWaitDeps = { pages: Pages; sealing: Sealing; now: () => Date }

const sealedFormPurpose = 'page-form'
const sealedFormSchema = z.object({ path: z.string(), form: z.string(), at: z.number() })
const sealedFormLifetimeMs = 15 * 60_000

/**
 * A browser without script cannot solve a challenge: it gets a page on which it waits instead. The form stays in a hidden field,
 * sealed, because it may hold a password. This works for every page, because the form is stored as it was sent, but without its file,
 * which the person chooses again.
 */
function formWait(deps: FormWaitDeps): MiddlewareHandler<Env> {
  return async (c, next) => {
    refuseLargeForm(c)
    const { texts: sent, file } = await readFormWithFile(c)
    const seed = sent.get('challenge') ?? ''
    const sealed = openSealedForm(deps, c.req.path, sent.get('form'))
    const form = sealed ?? sent
    c.set('pageForm', form)
    if (file) c.set('pageFile', file)
    const leftMs = sealed ? getWaitLeftMs(seed, deps.now()) : 0
    if (leftMs > 0) return sendWaitPage(deps, c, { form, seed, waitMs: leftMs })
    if (sealed) c.set('challengeSolution', `${seed} waited`)
    await next()
    const challenge = c.var.unsolvedChallenge ?? getChallenge(c.error)
    if (!challenge) return undefined
    const wait = { form, seed: challenge.seed, waitMs: challenge.waitSeconds * 1_000 }
    // The headers of the refused response must not be copied.
    c.res = undefined
    c.res = sendWaitPage(deps, c, wait)
    return undefined
  }
}

/** Forms with a picture are those of accounts. The server reads no large form of a visitor. */
function refuseLargeForm(c: Context<Env>) {
  const isLarge =
    Number(c.req.header('content-length') ?? 0) > jsonBytes ||
    c.req.header('transfer-encoding') !== undefined
  if (isLarge && c.var.actor.kind === 'visitor' && isPictureForm(c.req.path))
    throw new Refused('sign-in-required')
}

function getChallenge(error: unknown): Challenge | undefined {
  return error instanceof Refused ? error.details.challenge : undefined
}

type Wait = { form: URLSearchParams; seed: string; waitMs: number }

/** A page that is refused for now says so, and loads again by itself. */
function pageWait({ pages }: Pick<FormWaitDeps, 'pages'>): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    const seconds = c.error instanceof Refused ? c.error.details.retryAfterSeconds : undefined
    if (seconds === undefined || wantsData(c)) return
    const { status } = c.res
    // The headers of the refused response must not be copied.
    c.res = undefined
    c.res = sendWait(pages, c, { seconds, fields: {}, status })
    c.res.headers.set('refresh', String(seconds))
  }
}

function sendWaitPage(deps: FormWaitDeps, c: Context<Env>, { form, seed, waitMs }: Wait): Response {
  const { pages, sealing, now } = deps
  const seconds = Math.ceil(waitMs / 1_000)
  const content = JSON.stringify({ path: c.req.path, form: String(form), at: now().getTime() })
  const sealed = sealing.seal(sealedFormPurpose, content).toString('base64url')
  return sendWait(pages, c, { seconds, fields: { challenge: seed, form: sealed }, status: 429 })
}

function sendWait(
  pages: Pages,
  c: Context<Env>,
  { status, ...wait }: FormWait & { status: number },
): Response {
  const language = getLanguage(c)
  const { renderer, manifest } = pages.editions[language]
  const site = {
    ...pages.site,
    year: Number(lagosDay().slice(0, 4)),
    isSignedIn: c.var.actor.kind === 'user',
  }
  const page = renderer.renderWait(wait, site)
  return new Response(toPlainDocument(page, { manifest, language }), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(pages),
      'cache-control': 'no-store',
      'retry-after': String(wait.seconds),
    },
  })
}

/** Undefined if the field was not sealed by us for this address, or too long ago. */
function openSealedForm(
  { sealing, now }: FormWaitDeps,
  path: string,
  field: string | null,
): URLSearchParams | undefined {
  if (field === null) return undefined
  try {
    const opened = sealing.open(sealedFormPurpose, Buffer.from(field, 'base64url'))
    const sealed = z.parse(sealedFormSchema, JSON.parse(opened))
    const isValid = sealed.path === path && now().getTime() - sealed.at <= sealedFormLifetimeMs
    return isValid ? new URLSearchParams(sealed.form) : undefined
  } catch {
    return undefined
  }
}

/** `isComplete` is false where the API refused a part for now, so the page must not be shown to others. */
type RenderedResponse = { setCookies: string[]; isComplete: boolean } & (
  | { page: Extract<RenderedPage, { kind: 'redirect' }> }
  | { page: Extract<RenderedPage, { kind: 'page' }>; html: string; policy: string; data: PageData }
)

/** A page for this visitor, its data alone, or a redirect. None of them may be cached. */
async function sendPage(c: Context, rendered: RenderedResponse) {
  c.header('cache-control', 'no-store')
  for (const cookie of rendered.setCookies) c.header('set-cookie', cookie, { append: true })
  if (!('html' in rendered)) {
    const { location, status } = rendered.page
    return c.redirect(location, status as RedirectStatusCode)
  }
  const status = rendered.page.status as ContentfulStatusCode
  // A login that is opened from a page with an error must not lead back to it. A refused form keeps its page, where the language changes.
  if (status >= 400 && c.req.method === 'GET') c.header('referrer-policy', 'strict-origin')
  const encoding = negotiateEncoding(c.req.header('accept-encoding'), encodings)
  if (wantsData(c)) {
    c.header('content-type', 'application/json')
    setEncodingHeaders(c, encoding)
    return c.body(await compressText(JSON.stringify(rendered.data), encoding), status)
  }
  c.header('content-security-policy', rendered.policy)
  documentHeaders(c, encoding)
  return c.body(await compressText(rendered.html, encoding), status)
}

/** A page in the browser that refreshes itself asks for its data only. */
function wantsData(c: Context): boolean {
  return c.req.header('accept') === 'application/json'
}

/** A page that is the same for everybody. Browsers revalidate it each time and get 304 while it has not changed. */
function sendCachedPage(c: Context, cached: CachedResponse, encoding: Encoding) {
  const { body, etag, headers } = cached
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  c.header('cache-control', publicUntilChanged)
  c.header('etag', etag)
  documentHeaders(c, encoding)
  return isUnchanged(c, etag) ? c.body(null, 304) : c.body(body)
}

/** A built file. */
function sendAsset(c: Context, asset: Asset) {
  const offered = encodings.filter((encoding) => asset.bodies[encoding])
  const encoding = negotiateEncoding(c.req.header('accept-encoding'), offered)
  c.header(
    'cache-control',
    asset.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  )
  c.header('etag', asset.etag)
  c.header('content-type', asset.type)
  for (const [name, value] of Object.entries(asset.headers ?? {})) c.header(name, value)
  setEncodingHeaders(c, encoding)
  if (isUnchanged(c, asset.etag)) return c.body(null, 304)
  return c.body(asset.bodies[encoding] ?? asset.bodies.identity)
}

function documentHeaders(c: Context, encoding: Encoding) {
  c.header('content-type', 'text/html; charset=utf-8')
  setEncodingHeaders(c, encoding)
  c.header('vary', 'accept, cookie', { append: true })
}

const isUnchanged = (c: Context, etag: string) => isKnownTag(c.req.header('if-none-match'), etag)

/**
 * The content security policy of documents. Chromium applies `form-action` to redirects as well, so it includes the origin
 * of the checkout for the donation form without script. `styleHash` allows the one style element of the document.
 */
function pagePolicy(
  { site, checkoutOrigin }: { site: { origin: string }; checkoutOrigin: string },
  styleHash?: string,
): string {
  const checkout = checkoutOrigin === site.origin ? '' : ` ${checkoutOrigin}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styleHash === undefined ? '' : ` '${styleHash}'`}`,
    "img-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    `form-action 'self'${checkout}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The one policy names the service worker: web/pages/parts/donation/offline.tsx.
    'trusted-types worker',
    "worker-src 'self'",
    "manifest-src 'self'",
  ].join('; ')
}
