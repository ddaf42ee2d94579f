import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { postgresBinaries } from '#server/database/embedded/postgres-binaries.ts'
import { unprivilegedAccount } from '#server/database/embedded/unprivileged-account.ts'

import { freePort } from './e2e/ajo.ts'

export interface OtherPostgres extends Disposable {
  /** A database as its owner, over TCP. */
  url: string
  origin: 'the system' | 'the package'
}

/** Starts a PostgreSQL that does not belong to Ajo: the system's if it is installed, otherwise the packaged one. */
export async function startOtherPostgres(): Promise<OtherPostgres> {
  const account = unprivilegedAccount()
  const home = mkdtempSync(join(tmpdir(), 'other-postgres-'))
  if (account) chownSync(home, account.uid, account.gid)
  const system = findSystemBinaries()
  const bin = system ?? join(postgresBinaries(home, account).postgres, '..')
  const data = join(home, 'data')
  const port = await freePort()
  const run = (program: string, args: string[]) => {
    const { status, stderr, error } = spawnSync(join(bin, program), args, {
      ...account,
      cwd: '/',
      encoding: 'utf8',
      // spawnSync waits for inherited pipes, which the server keeps open.
      stdio: ['ignore', 'ignore', program === 'initdb' ? 'pipe' : 'ignore'],
    })
    if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr ?? status}`)
  }
  run('initdb', ['-D', data, '-U', 'ajo_owner', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  run('pg_ctl', ['-D', data, '-w', '-l', join(home, 'log'), '-o', `-p ${port} -k ${home}`, 'start'])
  return {
    url: `postgres://ajo_owner@127.0.0.1:${port}/postgres`,
    origin: system ? 'the system' : 'the package',
    [Symbol.dispose]: () => {
      run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The folder of the server's programs on Debian and its derivatives. */
function findSystemBinaries(): string | undefined {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return undefined
  return readdirSync(root)
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(root, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
}
