import * as z from 'zod/mini'

import type { Foundation } from '../../providers/foundation.ts'
import { identityFaults, type IdentityFault } from '../../providers/identity/identity.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { watchUnnamedProxies, type UnnamedProxyReport } from '../http/client-address.ts'

/** A fault that did not occur for so long counts as removed. */
const activeMs = 15 * 60_000

export async function recordIdentityFault(
  queries: Queries,
  { fault, at }: { fault: IdentityFault; at: Date },
): Promise<void> {
  await queries.run(sql`
    insert into provider_fault (service, fault, last_at) values ('identity', ${fault}, ${at})
    on conflict (service, fault) do update set last_at = greatest(provider_fault.last_at, excluded.last_at)`)
}

/** One for each fault that occurred in the last minutes, zero for every other one. */
export async function readIdentityFaults(queries: Queries, now: Date) {
  const since = new Date(now.getTime() - activeMs)
  const active = await queries.values(
    z.string(),
    sql`select fault from provider_fault where service = 'identity' and last_at > ${since}`,
  )
  return identityFaults.map((fault) => ({
    labels: { service: 'identity', fault },
    value: Number(active.includes(fault)),
  }))
}

type Deps = Pick<Foundation, 'database' | 'log' | 'now'> & {
  config: { trustedProxies: readonly string[] }
}

/** Logs proxies that TRUSTED_PROXIES does not name, and stores the last one for the doctor. */
export function reportUnnamedProxies({ config, database, log, now }: Deps) {
  return watchUnnamedProxies({
    trustedProxies: config.trustedProxies,
    now,
    report(report) {
      log.warn(report, 'a proxy that TRUSTED_PROXIES does not name passes on requests')
      saveReport(database, report, now()).catch((error: unknown) =>
        log.warn({ err: error }, 'the report about a proxy could not be stored'),
      )
    },
  })
}

async function saveReport(database: Queries, report: UnnamedProxyReport, at: Date) {
  const { peerAddress, header, requests } = report
  await database.run(sql`
    insert into unnamed_proxy (id, peer_address, header, requests, reported_at)
    values (1, ${peerAddress}, ${header}, ${requests}, ${at})
    on conflict (id) do update set peer_address = excluded.peer_address, header = excluded.header,
      requests = unnamed_proxy.requests + excluded.requests, reported_at = excluded.reported_at`)
}

const reportSchema = z.object({
  peerAddress: z.string(),
  header: z.string(),
  requests: z.int(),
  reportedAt: z.date(),
})

export async function findProxyReport(database: Queries) {
  return database.row(
    reportSchema,
    sql`select peer_address as "peerAddress", header, requests, reported_at as "reportedAt"
      from unnamed_proxy`,
  )
}
