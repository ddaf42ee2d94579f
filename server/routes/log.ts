import { Hono } from 'hono'

import { parseTilePath } from '#shared/transparency/tiles.ts'

import { Refused, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'
import type { Transparency } from '../transparency/transparency.ts'

type Deps = { transparency: Pick<Transparency, 'readPublished' | 'readTile' | 'readPolicy'> }

const text = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=2' }
/** Tiles never change. A tile that does not exist yet is an error, which no cache stores. */
const tile = {
  'content-type': 'application/octet-stream',
  'cache-control': 'public, max-age=31536000, immutable',
}

/** /log: the transparency log as C2SP tlog-tiles says, for followers on any site. */
export function logRoutes({ transparency }: Deps) {
  const everybody = gate(may.readLog, noSubject)
  return new Hono<Env>()
    .use(async (c, next) => {
      c.header('access-control-allow-origin', '*')
      c.header('cross-origin-resource-policy', 'cross-origin')
      await next()
    })
    .get('/checkpoint', everybody, async (c) => {
      const published = await transparency.readPublished()
      if (!published) throw new Refused('not-found')
      return c.body(published.note + published.cosignatures, 200, text)
    })
    .get('/policy', everybody, async (c) => {
      const policy = await transparency.readPolicy()
      if (policy === undefined) throw new Refused('not-found')
      return c.body(policy, 200, text)
    })
    .get('/tile/*', everybody, async (c) => {
      const name = parseTilePath(c.req.path.slice('/log/'.length))
      const bytes = name && (await transparency.readTile(name))
      if (!bytes) throw new Refused('not-found')
      return c.body(bytes, 200, tile)
    })
}
