import type { MiddlewareHandler } from 'hono'

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const permissions = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Checkout pages need one stylesheet, one icon and forms to the same origin. Everything else is forbidden. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('content-security-policy', policy)
  c.header('x-content-type-options', 'nosniff')
  c.header('x-frame-options', 'DENY')
  c.header('referrer-policy', 'same-origin')
  c.header('cross-origin-opener-policy', 'same-origin')
  c.header('cross-origin-resource-policy', 'same-origin')
  c.header('permissions-policy', permissions)
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
}
