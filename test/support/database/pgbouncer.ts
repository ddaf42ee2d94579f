import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { unprivilegedAccount } from '#server/platform/database/embedded/unprivileged-account.ts'
import { freePort } from '#test/e2e/ajo.ts'

export const hasPgbouncer = spawnSync('pgbouncer', ['--version']).status === 0

/** The system's PgBouncer in transaction mode, which can be killed and started again at the same address. */
export interface Pgbouncer extends AsyncDisposable {
  /** The database as the application's role. */
  url: string
  start: () => Promise<void>
  kill: () => Promise<void>
}

/** In front of the database `postgres` of a server that asks for no password. */
export async function openPgbouncer(serverUrl: string): Promise<Pgbouncer> {
  const { hostname, port: serverPort } = new URL(serverUrl)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'ajo-pgbouncer-'))
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
ajo = host=${hostname} port=${serverPort} dbname=postgres user=ajo_app
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
server_login_retry = 1
`,
  )
  for (const path of [folder, settings]) chmodSync(path, 0o755)
  let child: ChildProcess | undefined
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    url: `postgres://ajo_app@127.0.0.1:${port}/ajo`,
    kill,
    start: async () => {
      // It refuses to run as root.
      child = spawn('pgbouncer', [settings], { ...unprivilegedAccount(), stdio: 'ignore' })
      while (!(await accepts(port))) {
        if (child.exitCode !== null) throw new Error('PgBouncer did not start')
        await pause(20)
      }
    },
    [Symbol.asyncDispose]: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
