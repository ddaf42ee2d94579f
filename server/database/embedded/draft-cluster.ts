import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import { createDraft } from './cluster.ts'
import type { ClusterLocation } from './cluster-location.ts'
import { availableMemory, memorySettings } from './memory-settings.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { readLogTail, spawnPostmaster, stopPostmaster } from './postmaster.ts'
import { toFlags } from './embedded-postgres.ts'

/** An empty cluster of another major version beside the one in use. It is deleted unless it was completed. */
export interface DraftCluster extends AsyncDisposable {
  connection: pg.PoolConfig
  /** Stops it and returns its folder, whose files are on the disk. */
  complete: () => Promise<string>
}

/** The cluster in use has 5432 on the same socket folder. */
const port = 5433
const stopTimeoutMs = 300_000

export async function openDraftCluster(
  location: ClusterLocation,
  major: number,
  own: pg.PoolConfig,
): Promise<DraftCluster> {
  const binaries = postgresBinaries(location.cache, location.account, major)
  const password = String(own.password)
  const data = createDraft(location, binaries, { password, durable: true })
  const draft = { ...location, data }
  // A table that is filled in the transaction that emptied it is written once, without the log.
  const settings = [...memorySettings(availableMemory()), 'wal_level=minimal', 'max_wal_senders=0']
  const { ended } = spawnPostmaster(binaries.postgres, toFlags(draft, port, settings), draft)
  const connection = { ...own, port }
  const remove = async () => {
    await stopPostmaster(draft)
    rmSync(data, { recursive: true, force: true })
  }
  let isComplete = false
  try {
    await untilAccepting(connection, ended, draft)
  } catch (error) {
    await remove()
    throw error
  }
  return {
    connection,
    complete: async () => {
      await stopPostmaster(draft, stopTimeoutMs)
      isComplete = true
      return data
    },
    [Symbol.asyncDispose]: async () => {
      if (!isComplete) await remove()
    },
  }
}

async function untilAccepting(
  connection: pg.ClientConfig,
  ended: Promise<void>,
  draft: ClusterLocation,
) {
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  while (!hasEnded) {
    const client = new pg.Client(connection)
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch {
      await client.end().catch(() => {})
      await pause(50)
    }
  }
  throw new Error(`PostgreSQL did not start:\n${readLogTail(draft)}`)
}
