import { join } from 'node:path'

import type { PaymentMode } from '#shared/donation.ts'

import type { Config } from '../platform/config/config.ts'
import { withPool } from '../platform/database/pools.ts'
import { openArchive } from '../transparency/archive.ts'
import { openLogSigners } from '../transparency/log-keys.ts'
import { openTransparency, type TransparencyDeps } from '../transparency/transparency.ts'

type Deps = Pick<TransparencyDeps, 'database' | 'outbox' | 'log' | 'now'> & {
  mode: PaymentMode
  /** Undefined where the caller runs the jobs by hand. */
  connection: object | undefined
  opened: AsyncDisposableStack
}

/** The log of the kind of money that this server works with. It advances by itself where the server runs its own jobs. */
export function openServerTransparency(config: Config, deps: Deps) {
  const { database, mode, connection, opened } = deps
  const { host } = new URL(config.publicUrl)
  const transparency = openTransparency({
    ...deps,
    adminEmail: config.adminEmail,
    newOrigin: config.logOrigin ?? `${host}/log/${mode}`,
    openSigners: () => openLogSigners(config, database, mode),
    archive: openArchive(join(config.logArchive, mode)),
    witnesses: config.logWitnesses,
    outside: config.logOutside,
  })
  if (connection) opened.use(withPool('jobs', () => transparency.start()))
  return transparency
}
