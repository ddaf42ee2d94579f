import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type pg from 'pg'

import { ownerRole } from './cluster.ts'
import { clusterPlace } from './cluster-location.ts'

/** How a command reaches the PostgreSQL that a running server of this DATA_DIR keeps. Undefined where there was never one. */
export function connectionBeside(dataDir: string): pg.PoolConfig | undefined {
  const file = join(dataDir, 'postgres-password')
  if (!existsSync(file)) return undefined
  return {
    host: clusterPlace(dataDir).socket,
    port: 5432,
    user: ownerRole,
    password: readFileSync(file, 'utf8').trim(),
    database: 'postgres',
  }
}
