// npm run test:cluster: Ajo on a cluster of PostgreSQL under Patroni, behind HAProxy and PgBouncer, all from Debian's packages and all on this
// machine. Donations go on while primaries are killed and their cables are cut. Prints the rows of docs/benchmarks.md.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import { openDatabase } from '#server/platform/database/database.ts'
import { ledgerChecks } from '#server/money/ledger/ledger-check.ts'
import { testLogKey, testReceiptKey, testSecret } from '#test/support/servers/app.ts'
import { openDonationDriver } from '#test/kill/donation-driver.ts'
import { createDataDir, createKillableAjo } from '#test/kill/killable-ajo.ts'
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
import { openNetwork, setConnected } from './network.ts'
import { password } from './patroni-settings.ts'
import { openProxies, ports } from './proxies.ts'

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

const folder = mkdtempSync(join(tmpdir(), 'ajo-cluster-'))
chmodSync(folder, 0o711)
const members = toMembers(folder)
try {
  await run()
} finally {
  for (const member of members) killMember(member, 'host')
  if (process.exitCode === 0) rmSync(folder, { recursive: true, force: true })
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
      AJO_SECRET: testSecret,
      RECEIPT_KEY: testReceiptKey,
      LOG_KEY: testLogKey,
    },
    { connection: { ...toDatabase('ajo'), database: 'ajo' } },
  )
  await ajo.start()
  const driver = await openDonationDriver(ajo)
  const donating = keepDonating(driver)
  const watch = watchWritable()

  const outages = { kill: [] as number[], partition: [] as number[] }
  for (let round = 0; round < kills; round++)
    outages.kill.push(await donating.measureOutage(() => killPrimary(round)))
  report(`${kills} primaries killed`, outages.kill)
  for (let round = 0; round < partitions; round++)
    outages.partition.push(await donating.measureOutage(cutPrimary))
  report(`${partitions} primaries cut off for ${partitionMs / 1_000} s`, outages.partition)

  const made = await donating.stop()
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
    counted.entries === made.length && counted.raised === total && findings.length === 0
  process.exitCode = isRight ? 0 : 1
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
