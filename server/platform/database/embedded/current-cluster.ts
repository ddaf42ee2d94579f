import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** Names the folder of the cluster in use. Without it, it is the first one. */
const pointer = 'current'
const first = 'data'
const control = 'global/pg_control'

export function findCurrentCluster(root: string): string {
  const file = join(root, pointer)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : first
}

/** Gives a complete cluster its name and makes it the one in use, durably and in one step. */
export function switchCluster(root: string, draft: string, name: string) {
  renameSync(draft, join(root, name))
  syncFolder(root)
  const file = join(root, pointer)
  writeFileSync(`${file}.part`, `${name}\n`, { flush: true })
  renameSync(`${file}.part`, file)
  syncFolder(root)
}

/**
 * Makes PostgreSQL refuse to start on a stopped cluster that is no longer in use, as pg_upgrade does. An older version of Ajo does not read
 * the pointer and would go on with donations that are not current.
 */
export function retireCluster(data: string) {
  const file = join(data, control)
  if (existsSync(file)) renameSync(file, `${file}.old`)
}

/** Retires what a killed upgrade has left. Only for the holder of the lock: another process may be about to name a complete cluster. */
export function retireOtherClusters(root: string) {
  const current = findCurrentCluster(root)
  for (const name of readdirSync(root))
    if (/^data\b/.test(name) && name !== current) retireCluster(join(root, name))
}

function syncFolder(folder: string) {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
