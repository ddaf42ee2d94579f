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
