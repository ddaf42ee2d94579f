import type { Context } from 'hono'
import type { ContentfulStatusCode, RedirectStatusCode } from 'hono/utils/http-status'

import type { PageData, RenderedPage } from '#shared/page.ts'

import { publicUntilChanged, type CachedResponse } from '../cache/response-cache.ts'
import {
  negotiateEncoding,
  compressText,
  setEncodingHeaders,
  encodings,
  type Encoding,
  isKnownTag,
} from '../http/response-headers.ts'
import type { Asset } from './pages.ts'

/** `isComplete` is false where the API refused a part for now, so the page must not be shown to others. */
export type RenderedResponse = { setCookies: string[]; isComplete: boolean } & (
  | { page: Extract<RenderedPage, { kind: 'redirect' }> }
  | { page: Extract<RenderedPage, { kind: 'page' }>; html: string; policy: string; data: PageData }
)

/** A page for this visitor, its data alone, or a redirect. None of them may be cached. */
export async function sendPage(c: Context, rendered: RenderedResponse) {
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
export function wantsData(c: Context): boolean {
  return c.req.header('accept') === 'application/json'
}

/** A page that is the same for everybody. Browsers revalidate it each time and get 304 while it has not changed. */
export function sendCachedPage(c: Context, cached: CachedResponse, encoding: Encoding) {
  const { body, etag, headers } = cached
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  c.header('cache-control', publicUntilChanged)
  c.header('etag', etag)
  documentHeaders(c, encoding)
  return isUnchanged(c, etag) ? c.body(null, 304) : c.body(body)
}

/** A built file. */
export function sendAsset(c: Context, asset: Asset) {
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
export function pagePolicy(
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
