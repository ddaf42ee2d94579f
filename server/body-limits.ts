import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { Refused, type Env } from './http.ts'

/** One picture of 5,000,000 bytes and what a form wraps around it. */
const imageBytes = 5_200_000
const webhookBytes = 256 * 1024
const jsonBytes = 64 * 1024

/** Refuses a body before it is read whole, by what the address has use for. */
export function bodyLimits(): MiddlewareHandler<Env> {
  const [image, webhook, json] = [imageBytes, webhookBytes, jsonBytes].map((maxSize) =>
    bodyLimit({
      maxSize,
      onError: () => {
        throw new Refused('body-too-large')
      },
    }),
  ) as [MiddlewareHandler, MiddlewareHandler, MiddlewareHandler]
  return (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    if (c.req.path === '/api/images') return image(c, next)
    return c.req.path.startsWith('/webhooks/') ? webhook(c, next) : json(c, next)
  }
}
