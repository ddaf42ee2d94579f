import { randomUUID } from 'node:crypto'

import { Hono } from 'hono'

import { problem, Refused, type Env } from './http.ts'
import type { Services } from './services.ts'

/** The whole server as one handler. Order: request id, headers, origin, actor, routes, pages; one place answers errors. */
export function createApp(services: Services) {
  const app = new Hono<Env>()

  app.use(async (c, next) => {
    c.set('requestId', randomUUID())
    c.set('actor', await services.actorOf(c.req.raw))
    await next()
  })

  app.onError((error, c) => {
    const refused = error instanceof Refused ? error : new Refused('internal')
    return c.json(problem(refused, c.var.requestId), refused.status)
  })

  return app
}
