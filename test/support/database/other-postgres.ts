import { spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { postgresBinaries } from '#server/platform/database/embedded/postgres-binaries.ts'
import { unprivilegedAccount } from '#server/platform/database/embedded/unprivileged-account.ts'
import { freePort } from '#test/e2e/ajo.ts'

export interface OtherPostgres extends Disposable {
  /** A database as its owner, over TCP. */
  url: string
  origin: 'the system' | 'the package'
}

/** Starts a PostgreSQL that does not belong to Ajo: the system's if it is installed, otherwise the packaged one. */
export async function startOtherPostgres(): Promise<OtherPostgres> {
  const programs = openPrograms()
  const cluster = await programs.create()
  cluster.start()
  return { url: cluster.url, origin: programs.origin, [Symbol.dispose]: () => programs.remove() }
}

/** A primary, and a standby that has what `prepare` wrote and follows the primary. The standby is read-only until it is promoted. */
export async function startPrimaryAndStandby(prepare?: (url: string) => Promise<unknown>) {
  const programs = openPrograms()
  const primary = await programs.create()
  if (prepare) {
    primary.start()
    await prepare(primary.url)
    primary.stop('fast')
  }
  const standby = await programs.copyAsStandby(primary)
  primary.start()
  standby.start()
  return { primary, standby, [Symbol.dispose]: () => programs.remove() }
}

type Cluster = {
  data: string
  url: string
  start: () => void
  stop: (mode?: 'fast' | 'immediate') => void
}

function openPrograms() {
  const account = unprivilegedAccount()
  const home = mkdtempSync(join(tmpdir(), 'other-postgres-'))
  if (account) chownSync(home, account.uid, account.gid)
  const system = findSystemBinaries()
  const bin = system ?? join(postgresBinaries(home, account).postgres, '..')
  const running = new Set<string>()
  const run = (program: string, args: string[]) => {
    const { status, stderr, error } = spawnSync(program, args, {
      ...account,
      cwd: '/',
      encoding: 'utf8',
      // spawnSync waits for inherited pipes, which the server keeps open.
      stdio: ['ignore', 'ignore', program.endsWith('pg_ctl') ? 'ignore' : 'pipe'],
    })
    if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr ?? status}`)
  }
  const control = (...args: string[]) => run(join(bin, 'pg_ctl'), args)

  async function open(name: string): Promise<Cluster> {
    const data = join(home, name)
    const port = await freePort()
    const stop: Cluster['stop'] = (mode = 'immediate') => {
      if (running.delete(data)) control('-D', data, '-m', mode, 'stop')
    }
    const start = () => {
      const options = `-p ${port} -k ${home}`
      control('-D', data, '-w', '-l', join(home, `${name}.log`), '-o', options, 'start')
      running.add(data)
    }
    return { data, url: `postgres://ajo_owner@127.0.0.1:${port}/postgres`, start, stop }
  }

  return {
    origin: system ? ('the system' as const) : ('the package' as const),
    async create(): Promise<Cluster> {
      const cluster = await open('data')
      const locale = ['-E', 'UTF8', '--locale=C.UTF-8']
      run(join(bin, 'initdb'), ['-D', cluster.data, '-U', 'ajo_owner', '-A', 'trust', ...locale])
      return cluster
    },
    /** Copies a cluster that is stopped. */
    async copyAsStandby({ data, url }: Cluster): Promise<Cluster> {
      const standby = await open('standby')
      run('cp', ['-r', data, standby.data])
      run('touch', [join(standby.data, 'standby.signal')])
      const { hostname, port, username } = new URL(url)
      const source = `host=${hostname} port=${port} user=${username}`
      appendFileSync(
        join(standby.data, 'postgresql.auto.conf'),
        `primary_conninfo = '${source}'\nwal_retrieve_retry_interval = 100\n`,
      )
      return standby
    },
    remove: () => {
      for (const data of running) control('-D', data, '-m', 'immediate', 'stop')
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
