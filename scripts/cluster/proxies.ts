import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Member } from './members.ts'
import { password } from './patroni-settings.ts'

export const ports = { haproxy: 6_000, pgbouncer: 6_432 }

/** HAProxy follows the primary by Patroni's health address; PgBouncer stands before it in session mode. */
export function openProxies(folder: string, members: readonly Member[]): AsyncDisposable {
  const haproxy = join(folder, 'haproxy.cfg')
  writeFileSync(haproxy, haproxySettings(members))
  const pgbouncer = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"ajo" "${password}"\n`)
  writeFileSync(pgbouncer, pgbouncerSettings(users))
  for (const file of [users, pgbouncer]) chmodSync(file, 0o644)
  execFileSync('haproxy', ['-c', '-f', haproxy], { stdio: 'pipe' })
  const children = [
    start(folder, 'haproxy', ['-db', '-f', haproxy]),
    start(folder, 'setpriv', [
      '--reuid',
      'postgres',
      '--regid',
      'postgres',
      '--init-groups',
      'pgbouncer',
      pgbouncer,
    ]),
  ]
  return {
    [Symbol.asyncDispose]: async () => {
      await Promise.all(
        children.map(async (child) => {
          if (child.exitCode !== null) return
          child.kill('SIGKILL')
          await once(child, 'exit')
        }),
      )
    },
  }
}

function start(folder: string, command: string, words: string[]): ChildProcess {
  const log = openSync(join(folder, `${command}.log`), 'a')
  return spawn(command, words, { stdio: ['ignore', log, log] })
}

const haproxySettings = (members: readonly Member[]) => `
global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${ports.haproxy}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${members.map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`).join('\n')}
`

const pgbouncerSettings = (users: string) => `
[databases]
ajo = host=127.0.0.1 port=${ports.haproxy} dbname=ajo
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pgbouncer}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = session
max_client_conn = 500
default_pool_size = 120
server_connect_timeout = 3
server_login_retry = 1
`
