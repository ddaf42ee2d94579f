import { rmSync } from 'node:fs'

import type pg from 'pg'

import { createDraft } from './cluster.ts'
import type { ClusterLocation } from './cluster-location.ts'
import { startOnce, toFlags } from './embedded-postgres.ts'
import { availableMemory, memorySettings } from './memory-settings.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { readLogTail, stopPostmaster } from './postmaster.ts'

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
  const data = createDraft(location, binaries, {
    password: String(own.password),
    durable: true,
  })
  const draft = { ...location, data }
  // A table that is filled in the transaction that emptied it is written once, without the log.
  const settings = [...memorySettings(availableMemory()), 'wal_level=minimal', 'max_wal_senders=0']
  const connection = { ...own, port }
  const remove = async () => {
    await stopPostmaster(draft)
    rmSync(data, { recursive: true, force: true })
  }
  let isComplete = false
  try {
    const flags = toFlags(draft, port, settings)
    const { postgres } = binaries
    if (!(await startOnce({ postgres, flags, location: draft, connection })))
      throw new Error(`PostgreSQL did not start:\n${readLogTail(draft)}`)
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
