import { randomUUID } from 'node:crypto'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Config } from '../../config/config.ts'
import { toDataDirFault } from '../../runtime/data-dir.ts'
import type { Check } from './check.ts'

const minFreeBytes = 500_000_000

type MachineConfig = Pick<Config, 'dataDir' | 'database' | 'images' | 'secrets' | 'receiptKeys'>

/** Nothing is stored in DATA_DIR where other services store everything. */
const usesDataDir = ({ database, images, secrets, receiptKeys }: MachineConfig) =>
  database.kind === 'embedded' ||
  images.kind === 'disk' ||
  secrets.length === 0 ||
  receiptKeys.length === 0

export function machineChecks(config: MachineConfig): Check[] {
  if (!usesDataDir(config)) return []
  const { dataDir } = config
  return [
    { name: 'data folder', isFatal: true, find: () => findUnwritable(dataDir) },
    { name: 'disk space', find: () => findFullDisk(dataDir) },
  ]
}

async function findUnwritable(dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, `.write-check-${randomUUID()}`)
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await writeFile(file, 'written by npm run doctor\n', { flush: true })
    return undefined
  } catch (error) {
    return toDataDirFault(error, dataDir) ?? Promise.reject(error)
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}

async function findFullDisk(dataDir: string): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  if (free >= minFreeBytes) return undefined
  return `DATA_DIR ${dataDir} has ${Math.floor(free / 1_000_000)} MB left: free at least ${minFreeBytes / 1_000_000} MB.`
}
