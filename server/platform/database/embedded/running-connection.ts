import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type pg from 'pg'

import { ownerRole } from './cluster.ts'
import { locateCluster } from './cluster-location.ts'

/** The connection to the embedded PostgreSQL of a running server, for commands. Undefined if DATA_DIR has never had one. */
export function getRunningConnection(dataDir: string): pg.PoolConfig | undefined {
  const file = join(dataDir, 'postgres-password')
  if (!existsSync(file)) return undefined
  return {
    host: locateCluster(dataDir).socket,
    port: 5432,
    user: ownerRole,
    password: readFileSync(file, 'utf8').trim(),
    database: 'postgres',
  }
}
