import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { DataDirRefused, readOrCreateSecret } from '../../runtime/files.ts'
import type { ClusterLocation } from './cluster-location.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

export const ownerRole = 'ajo'

/** Creates the cluster if it does not exist. Returns the owner's password. */
export function openCluster(
  location: ClusterLocation,
  binaries: PostgresBinaries,
  { dataDir, durable }: { dataDir: string; durable: boolean },
): string {
  const file = join(dataDir, 'postgres-password')
  if (existsSync(location.data) && !existsSync(file))
    throw new DataDirRefused(
      `${file} is missing, without which ${location.data} cannot be opened: restore it.`,
    )
  const password = readOrCreateSecret(file, () => randomBytes(24).toString('base64url'))
  removeUnfinished(location.root)
  if (!existsSync(location.data)) initialize(location, binaries, { password, durable })
  return password
}

/** Runs initdb in a temporary folder and renames it when complete, so that a killed start leaves no incomplete cluster. */
function initialize(
  location: ClusterLocation,
  { initdb }: PostgresBinaries,
  { password, durable }: { password: string; durable: boolean },
) {
  const draft = join(location.root, `unfinished-${process.pid}`)
  const passwordFile = `${draft}.password`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  mkdirSync(draft, { mode: 0o700 })
  if (location.account)
    for (const path of [draft, passwordFile])
      chownSync(path, location.account.uid, location.account.gid)

  const { status, stderr, error } = spawnSync(
    initdb,
    [
      `--pgdata=${draft}`,
      `--username=${ownerRole}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // PostgreSQL's own collation, which does not change with the system or its C library.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`,
      '--data-checksums',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...location.account, cwd: '/', env: { TZ: 'UTC' }, encoding: 'utf8' },
  )
  rmSync(passwordFile)
  if (status !== 0) throw new Error(`initdb failed: ${error?.message ?? stderr}`)
  try {
    renameSync(draft, location.data)
  } catch (failure) {
    rmSync(draft, { recursive: true })
    if (!existsSync(location.data)) throw failure
  }
}

/** Those of this process and of processes that have ended. */
function removeUnfinished(root: string) {
  for (const name of readdirSync(root)) {
    const pid = /^unfinished-(\d+)/.exec(name)?.[1]
    if (pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid))))
      rmSync(join(root, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
