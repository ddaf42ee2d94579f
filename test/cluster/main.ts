import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, openSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import * as z from 'zod/mini'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { ledgerChecks } from '#server/money/ledger/ledger-check.ts'
import { testLogKey, testReceiptKey, testSecret } from '#test/support/servers/app.ts'
import { openDonationDriver } from '#test/kill/donation-driver.ts'
import { createDataDir, createKillableAjo, type KillableAjo } from '#test/kill/killable-ajo.ts'
import { booked } from '#test/support/money/ledger.ts'
import { keepDonating } from './keep-donating.ts'
import {
  findPrimary,
  isWritable,
  killMember,
  prepareMember,
  startMember,
  untilHealthy,
} from './member.ts'
import { toMembers, type Member } from './members.ts'
import { password } from './patroni-settings.ts'
import { once } from 'node:events'

// npm run test:cluster: Ajo on a cluster of PostgreSQL under Patroni, behind HAProxy and PgBouncer, all from Debian's packages and all on this
// machine. Donations go on while primaries are killed and their cables are cut. Prints the rows of docs/benchmarks.md.

const kills = Number(process.env['CLUSTER_KILLS'] ?? 20)
const partitions = Number(process.env['CLUSTER_PARTITIONS'] ?? 10)
const partitionMs = 40_000
const needed = ['etcd', 'patroni', 'haproxy', 'pgbouncer', 'ip', 'setpriv', 'pkill']

let remade = 0
const missing = needed.filter((name) => !isInstalled(name))
if (missing.length > 0 || process.getuid?.() !== 0) {
  console.error(
    `This needs root and ${missing.join(', ') || 'nothing more'}: apt-get install postgresql-15 patroni etcd-server haproxy pgbouncer iproute2 procps`,
  )
  process.exit(1)
}

function isInstalled(name: string): boolean {
  try {
    execFileSync('which', [name], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function run() {
  using _network = openNetwork(members)
  for (const member of members) prepareMember(member, members)
  for (const member of members) startMember(member, members, true)
  await using _proxies = openProxies(folder, members)
  await untilHealthy(members)
  await createAjoDatabase()

  const hosts = members.map(({ address }) => `${address}:5432`).join(',')
  await using ajo = await createKillableAjo(
    createDataDir(),
    {
      DATABASE_URL: `postgres://ajo:${password}@127.0.0.1:${ports.pgbouncer}/ajo`,
      DIRECT_DATABASE_URL: `postgres://ajo:${password}@${hosts}/ajo`,
      // All hosts, whichever are standbys.
      READ_DATABASE_URL: `postgres://ajo:${password}@${hosts}/ajo`,
      AJO_SECRET: testSecret,
      RECEIPT_KEY: testReceiptKey,
      LOG_KEY: testLogKey,
    },
    { connection: { ...toDatabase('ajo'), database: 'ajo' } },
  )
  await ajo.start()
  const driver = await openDonationDriver(ajo)
  const donating = keepDonating(driver)
  const reading = keepReading(ajo, await driver.inDatabase(findPage))
  const watch = watchWritable()

  const outages = { kill: [] as number[], partition: [] as number[] }
  for (let round = 0; round < kills; round++)
    outages.kill.push(await donating.measureOutage(() => killPrimary(round)))
  report(`${kills} primaries killed`, outages.kill)
  for (let round = 0; round < partitions; round++)
    outages.partition.push(await donating.measureOutage(cutPrimary))
  report(`${partitions} primaries cut off for ${partitionMs / 1_000} s`, outages.partition)

  const made = await donating.stop()
  const { pages, refused, older } = await reading.stop()
  console.log(`${pages} pages read, ${refused} refused, ${older} older than one before`)
  watch.stop()
  const total = made.reduce((sum, { kobo }) => sum + kobo, 0)
  await driver.untilRaised(total)
  const counted = (await driver.inDatabase(booked)) ?? { entries: 0, raised: 0 }
  await using database = openDatabase(
    { ...toDatabase('ajo'), database: 'ajo' },
    { onIdleError: () => {} },
  )
  const { findings } = await ledgerChecks({ database, now: () => new Date() }).checkLedger()
  console.log(
    `${made.length} donations acknowledged, ${counted.entries} booked, ₦${total / 100} acknowledged, ₦${counted.raised / 100} booked, ` +
      `${findings.length} findings of the ledger, ${watch.doubled()} of ${watch.samples()} samples with two primaries, ${remade} members copied anew`,
  )
  const isRight =
    older === 0 &&
    counted.entries === made.length &&
    counted.raised === total &&
    findings.length === 0
  process.exitCode = isRight ? 0 : 1
}

const findPage = async (database: Database) => {
  const row = await database.row(z.object({ slug: z.string() }), sql`select slug from campaign`)
  return `/c/${row?.slug}`
}

/** Reads the page of the campaign as a stranger, which each donation makes anew, until it is stopped. */
function keepReading(ajo: KillableAjo, path: string) {
  const counts = { pages: 0, refused: 0, older: 0 }
  let most = 0
  let isStopped = false
  const read = async () => {
    const response = await fetch(ajo.url + path).catch(() => undefined)
    const raised = Number(/"raised":(\d+)/.exec((await response?.text()) ?? '')?.[1])
    counts.pages += 1
    if (response?.status !== 200) counts.refused += 1
    else if (raised < most) counts.older += 1
    else most = raised
  }
  const readAgain = async () => {
    while (!isStopped) {
      await read()
      await pause(20)
    }
  }
  const ended = readAgain()
  return {
    stop: async () => {
      isStopped = true
      await ended
      return counts
    },
  }
}

function toDatabase(user: string) {
  return { host: '127.0.0.1', port: ports.haproxy, user, password }
}

async function createAjoDatabase() {
  await pause(3_000)
  const client = new pg.Client({ ...toDatabase('postgres'), database: 'postgres' })
  await client.connect()
  await client.query(`create role ajo login createrole password '${password}'`)
  await client.query(`create database ajo owner ajo`)
  await client.end()
}

/** Every second time with Patroni and etcd, as when the machine loses its power. */
function killPrimary(round: number) {
  return breakPrimary(
    (primary) => killMember(primary, round % 2 === 0 ? 'host' : 'database'),
    async (primary) => startMember(primary, members, false),
  )
}

function cutPrimary() {
  return breakPrimary(
    (primary) => setConnected(primary, false),
    async (primary, at) => {
      await pause(Math.max(0, partitionMs - (performance.now() - at)))
      setConnected(primary, true)
    },
  )
}

/** Repairs the fault when another member is primary, and waits until all are healthy. */
async function breakPrimary(
  cause: (primary: Member) => void,
  repair: (primary: Member, at: number) => Promise<void>,
) {
  const primary = await findSinglePrimary()
  const at = performance.now()
  cause(primary)
  return {
    at,
    repair: async () => {
      await untilOther(primary)
      await repair(primary, at)
      remade += await untilHealthy(members)
    },
  }
}

async function findSinglePrimary(): Promise<Member> {
  const primary = await findPrimary(members)
  if (!primary) throw new Error('there is no primary')
  return primary
}

async function untilOther(previous: Member) {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    const primary = await findPrimary(members.filter((member) => member !== previous))
    if (primary) return
    await pause(250)
  }
  throw new Error('no standby was promoted')
}

function watchWritable() {
  let samples = 0
  let doubled = 0
  const timer = setInterval(() => {
    void Promise.all(members.map(isWritable)).then((found) => {
      samples += 1
      if (found.filter(Boolean).length > 1) doubled += 1
    })
  }, 1_000)
  return { stop: () => clearInterval(timer), samples: () => samples, doubled: () => doubled }
}

function report(what: string, outages: number[]) {
  const sorted = outages.toSorted((one, other) => one - other)
  const [least = 0, median = 0, most = 0] = [0, sorted.length >> 1, sorted.length - 1].map(
    (index) => (sorted[index] ?? 0) / 1_000,
  )
  console.log(
    `${what}: no donation acknowledged for ${least.toFixed(1)} s (least), ${median.toFixed(1)} s (median), ${most.toFixed(1)} s (most)`,
  )
}

const bridge = 'ajo-bridge'
const hostAddress = '10.77.0.254'

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: 'pipe' })
const tryIp = (...words: string[]) => {
  try {
    ip(...words)
  } catch {
    // It does not exist.
  }
}

/** One network namespace for each member, joined by a bridge to which this machine belongs, too. */
function openNetwork(members: readonly Member[]): Disposable {
  closeNetwork(members)
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('addr', 'add', `${hostAddress}/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  for (const member of members) {
    const inside = `${member.namespace}-in`
    ip('netns', 'add', member.namespace)
    ip('link', 'add', toCable(member), 'type', 'veth', 'peer', 'name', inside)
    ip('link', 'set', inside, 'netns', member.namespace)
    ip('link', 'set', toCable(member), 'master', bridge)
    ip('link', 'set', toCable(member), 'up')
    ip('-n', member.namespace, 'addr', 'add', `${member.address}/24`, 'dev', inside)
    ip('-n', member.namespace, 'link', 'set', inside, 'up')
    ip('-n', member.namespace, 'link', 'set', 'lo', 'up')
  }
  return { [Symbol.dispose]: () => closeNetwork(members) }
}

function closeNetwork(members: readonly Member[]) {
  for (const member of members) {
    tryIp('link', 'del', toCable(member))
    tryIp('netns', 'del', member.namespace)
  }
  tryIp('link', 'del', bridge)
}

const toCable = ({ namespace }: Member) => `${namespace}-out`

/** Pulls the network cable of a member, or plugs it in. */
const setConnected = (member: Member, isConnected: boolean) =>
  ip('link', 'set', toCable(member), isConnected ? 'up' : 'down')

const ports = { haproxy: 6_000, pgbouncer: 6_432 }

/** HAProxy follows the primary by Patroni's health address; PgBouncer stands before it in session mode. */
function openProxies(folder: string, members: readonly Member[]): AsyncDisposable {
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

const folder = mkdtempSync(join(tmpdir(), 'ajo-cluster-'))
chmodSync(folder, 0o711)
const members = toMembers(folder)
try {
  await run()
} finally {
  for (const member of members) killMember(member, 'host')
  if (process.exitCode === 0) rmSync(folder, { recursive: true, force: true })
}
