import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'
import * as z from 'zod/mini'

import type { Member } from './members.ts'
import { patroniSettings, password } from './patroni-settings.ts'

/** PostgreSQL refuses to run as root. */
const account = 'postgres'
const readId = (flag: string) => Number(execFileSync('id', [flag, account], { encoding: 'utf8' }))

export function prepareMember(member: Member, members: readonly Member[]) {
  const owner = { uid: readId('-u'), gid: readId('-g') }
  for (const name of ['', 'data', 'etcd', 'socket']) {
    const path = join(member.folder, name)
    mkdirSync(path, { recursive: true })
    chownSync(path, owner.uid, owner.gid)
    chmodSync(path, 0o700)
  }
  chmodSync(member.folder, 0o711)
  chmodSync(join(member.folder, 'socket'), 0o755)
  writeFileSync(join(member.folder, 'patroni.yml'), patroniSettings(member, members))
  chownSync(join(member.folder, 'patroni.yml'), owner.uid, owner.gid)
}

/** `isNew` forms the cluster of etcd; later starts join it again. */
export function startMember(member: Member, members: readonly Member[], isNew: boolean) {
  const { name, address, folder } = member
  const flags = {
    name,
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': `http://${address}:2379`,
    'advertise-client-urls': `http://${address}:2379`,
    'listen-peer-urls': `http://${address}:2380`,
    'initial-advertise-peer-urls': `http://${address}:2380`,
    'initial-cluster': members.map((each) => `${each.name}=http://${each.address}:2380`).join(','),
    'initial-cluster-state': isNew ? 'new' : 'existing',
    'heartbeat-interval': '250',
    'election-timeout': '2500',
    'enable-v2': 'true',
    'pre-vote': 'true',
  }
  run(member, 'etcd', [
    'etcd',
    ...Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`),
  ])
  run(member, 'patroni', ['patroni', join(folder, 'patroni.yml')])
}

function run({ namespace, folder }: Member, log: string, command: string[]) {
  const file = openSync(join(folder, `${log}.log`), 'a')
  const words = ['netns', 'exec', namespace, 'setpriv', '--reuid', account, '--regid', account]
  spawn('ip', [...words, '--init-groups', ...command], {
    stdio: ['ignore', file, file],
    detached: true,
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: folder },
  }).unref()
}

/** Kills Patroni and PostgreSQL, and with `host` etcd, too. All of them name the folder in their command lines. */
export function killMember({ folder }: Member, what: 'database' | 'host') {
  const patterns = [join(folder, 'patroni.yml'), join(folder, 'data')]
  if (what === 'host') patterns.push(join(folder, 'etcd'))
  for (const pattern of patterns)
    try {
      execFileSync('pkill', ['-9', '-f', pattern], { stdio: 'ignore' })
    } catch {
      // It does not run.
    }
}

/** What Patroni answers at one of its health addresses. 0 if it does not answer. */
export async function getHealth({ address }: Member, path: string): Promise<number> {
  const signal = AbortSignal.timeout(1_500)
  return fetch(`http://${address}:8008${path}`, { signal }).then(
    (response) => response.status,
    () => 0,
  )
}

export async function findPrimary(members: readonly Member[]): Promise<Member | undefined> {
  const codes = await Promise.all(members.map((member) => getHealth(member, '/primary')))
  return members[codes.indexOf(200)]
}

const remakeAfterMs = 90_000

/**
 * Waits until the primary streams to all others and waits for one of them, twice with a pause between, because Patroni changes its mind for a while.
 * A member whose log does not fit the primary's is copied anew, as a person would do it by hand. Returns how many were.
 */
export async function untilHealthy(members: readonly Member[], timeoutMs = 300_000) {
  const begunAt = Date.now()
  let healthyTimes = 0
  let remade: Member[] = []
  while (Date.now() < begunAt + timeoutMs) {
    const { primary, missing, isSynchronous } = await inspect(members)
    const isHealthy = primary !== undefined && missing.length === 0 && isSynchronous
    healthyTimes = isHealthy ? healthyTimes + 1 : 0
    if (healthyTimes === 2) return remade.length
    if (primary && remade.length === 0 && Date.now() > begunAt + remakeAfterMs) {
      remade = missing
      await Promise.all(missing.map(remake))
    }
    await pause(isHealthy ? 6_000 : 500)
  }
  throw new Error('the cluster did not become healthy again')
}

/** `missing`: members to which the primary does not stream. */
async function inspect(members: readonly Member[]) {
  const primary = await findPrimary(members)
  const standbys = primary ? await listStandbys(primary) : []
  const names = [primary?.name, ...standbys.map(({ name }) => name)]
  return {
    primary,
    missing: members.filter(({ name }) => !names.includes(name)),
    isSynchronous: standbys.some((standby) => standby.isSynchronous),
  }
}

const remake = ({ address }: Member) =>
  fetch(`http://${address}:8008/reinitialize`, {
    method: 'POST',
    body: JSON.stringify({ force: true }),
  })

const standbySchema = z.object({ name: z.string(), isSynchronous: z.boolean() })

async function listStandbys(primary: Member) {
  const rows = await query(
    primary,
    `select application_name as name, sync_state = 'sync' as "isSynchronous" from pg_stat_replication
     where state = 'streaming'`,
  )
  return z.parse(z.array(standbySchema), rows)
}

/** Asked through the socket, which no cut cable affects. False if it does not answer. */
export async function isWritable(member: Member): Promise<boolean> {
  const [row] = await query(member, 'select not pg_is_in_recovery() as "isPrimary"')
  return row?.['isPrimary'] === true
}

/** No rows if PostgreSQL does not answer. */
async function query({ folder }: Member, text: string) {
  const client = new pg.Client({
    host: join(folder, 'socket'),
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 1_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(text)).rows
  } catch {
    return []
  } finally {
    await client.end().catch(() => {})
  }
}
