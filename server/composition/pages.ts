import { join } from 'node:path'

import type pg from 'pg'

import { purgeInAllProcesses } from '../platform/cache/invalidation.ts'
import type { ResponseCache } from '../platform/cache/response-cache.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { openPages, type Pages } from '../platform/pages/pages.ts'
import type { Payments } from '../providers/payments/payments.ts'
import type { Log } from '../platform/runtime/log.ts'
import type { Overrides } from './overrides.ts'

/** `unreported`: others change what a hosted store holds without telling us. */
const lifetimesMs = { reported: 60_000, unreported: 5_000 }

type PagesDeps = Pick<Overrides, 'pages'> & {
  connection: pg.PoolConfig | undefined
  database: Database
  payments: Payments
  log: Log
  /** From now on, writes to the database purge this cache. */
  purgeFrom: (cache: ResponseCache) => void
  opened: AsyncDisposableStack
}

/** Where `npm run build` puts the pages. */
const root = join(import.meta.dirname, '../../dist')

/** The built pages, with a cache that every process on the same database purges. */
export async function openServerPages(
  { publicUrl, supportEmail, supportHours, controller, content, hasOfflineCopies }: Config,
  deps: PagesDeps,
): Promise<Pages | undefined> {
  const { connection, database, payments, log, opened } = deps
  if (deps.pages === false) return undefined
  if (deps.pages) return deps.pages
  const { mode, checkoutOrigin } = payments
  const { address } = controller
  const site = { origin: publicUrl, mode, supportEmail, supportHours, address }
  const isReported = content.kind !== 'sanity' || content.webhookSecret !== undefined
  const lifetimeMs = isReported ? lifetimesMs.reported : lifetimesMs.unreported
  const pages = await openPages({ root, site, checkoutOrigin, lifetimeMs, hasOfflineCopies })
  if (!connection) return pages
  const cache = await purgeInAllProcesses({ cache: pages.cache, connection, database, log })
  deps.purgeFrom(cache)
  return { ...pages, cache: opened.use(cache) }
}
