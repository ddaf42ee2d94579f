import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'

import type { Env } from './context.ts'

/** Headers of each response whose handler sets no others. Documents have their own policy: pages/page-policy.ts. */
const defaults = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'accelerometer=(), autoplay=(), browsing-topics=(), camera=(), display-capture=(), ' +
    'encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), ' +
    'midi=(), payment=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

const twoYears = 'max-age=63072000; includeSubDomains'

/** Adds the security headers to every response, including errors, and keeps API responses out of caches. */
export function securityHeaders({ publicUrl }: { publicUrl: string }) {
  const headers: Record<string, string> = {
    ...defaults,
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': twoYears }),
  }
  return createMiddleware<Env>(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    if (allowsFrames(c.res.headers)) c.res.headers.delete('x-frame-options')
    if (c.req.path.startsWith('/api/') && !c.res.headers.has('cache-control'))
      c.res.headers.set('cache-control', 'no-store')
  })
}

/** Old browsers obey only this header, which knows no "everywhere". */
const allowsFrames = (headers: Headers) =>
  headers.get('content-security-policy')?.includes('frame-ancestors *') ?? false

/** Whether the client has the response of this entity tag, so that 304 suffices (RFC 9110, 13.1.2). */
export function isKnownTag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  const known = ifNoneMatch.split(',').map((tag) => tag.trim())
  return known.some((tag) => toOpaque(tag) === toOpaque(etag))
}

const toOpaque = (tag: string) => tag.replace(/^W\//, '')

export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** The first offered encoding that `Accept-Encoding` accepts. A weight of 0 refuses one. */
export function negotiateEncoding(
  accept: string | undefined,
  offered: readonly Encoding[],
): Encoding {
  if (accept === undefined) return 'identity'
  return offered.find((encoding) => isAccepted(accept, encoding)) ?? 'identity'
}

/** Every request is compared, so no list is built from its header. The first group is the weight. */
const patterns = new Map(
  encodings.map((encoding) => [
    encoding,
    new RegExp(String.raw`(?:^|,)\s*${encoding}\s*(?:;\s*q=([^,]*))?(?:,|$)`, 'i'),
  ]),
)

function isAccepted(accept: string, encoding: Encoding): boolean {
  const [found, weight] = patterns.get(encoding)?.exec(accept) ?? []
  return found !== undefined && (weight === undefined || Number(weight) > 0)
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export async function compressText(
  text: string,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'br') return new Uint8Array(await brotli(text, quality))
  if (encoding === 'gzip') return new Uint8Array(await zip(text))
  return new TextEncoder().encode(text)
}

/** A tenth smaller than `compressText` makes it, for twenty times its work. */
export async function compressDensely(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await brotli(text))
}

export function setEncodingHeaders(c: Context, encoding: Encoding) {
  c.header('vary', 'accept-encoding', { append: true })
  if (encoding !== 'identity') c.header('content-encoding', encoding)
}
