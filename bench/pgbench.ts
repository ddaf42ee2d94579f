import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type pg from 'pg'

import { benchSeconds } from './rates.ts'

/** PostgreSQL's load generator at its path on Debian. Undefined if it is not installed. */
export function findPgbench(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root) : []
  return versions
    .map((version) => join(root, version, 'bin/pgbench'))
    .find((file) => existsSync(file))
}

type Load = { script: string; clients: number; connection: pg.PoolConfig }

/** Uses prepared statements. */
export function runPgbench(pgbench: string, { script, clients, connection }: Load) {
  const folder = mkdtempSync(join(tmpdir(), 'ajo-pgbench-'))
  try {
    const file = join(folder, 'script.sql')
    writeFileSync(file, script)
    const { host, port, user, database, password } = connection
    const where = ['-h', host ?? '', '-p', String(port), '-U', user ?? '', database ?? '']
    const how = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-D', 'i=0', '-f', file]
    const { stdout, stderr, status } = spawnSync(
      pgbench,
      [...how, '-T', String(benchSeconds), ...where],
      { encoding: 'utf8', env: { ...process.env, PGPASSWORD: String(password) } },
    )
    const perSecond = /tps = ([\d.]+) \(without/.exec(stdout)?.[1]
    if (status !== 0 || perSecond === undefined) throw new Error(`pgbench: ${stderr}`)
    return { perSecond: Number(perSecond) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
