import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { query } from '#test/support/database/query.ts'

import { availableMemory, memorySettings } from './embedded-postgres.ts'
import { mayEnter, unprivilegedAccount } from './unprivileged-account.ts'

type Message = { event?: string; failure?: string; connection?: pg.ClientConfig }

const unprivileged = unprivilegedAccount()
const canRunUnprivileged =
  unprivileged && mayEnter(process.execPath, unprivileged) && mayEnter(process.cwd(), unprivileged)
const holdPostgres = join(process.cwd(), 'test/support/database/hold-postgres.ts')

let dataDir: string
let children: ChildProcess[]

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ajo-embedded-'))
  chmodSync(dataDir, 0o711)
  children = []
})

afterEach(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  const left = postmasterPid()
  if (left) kill(left)
  rmSync(dataDir, { recursive: true, force: true })
})

/** A server with the DATA_DIR of this test, in a process of its own. */
function start(account?: { uid: number; gid: number }, ...mode: 'durable'[]) {
  const child = fork(holdPostgres, [dataDir, ...mode], { ...account, cwd: '/', stdio: 'ignore' })
  children.push(child)
  const messages: Message[] = []
  child.on('message', (message) => messages.push(message as Message))
  const waitFor = (isWanted: (message: Message) => unknown) =>
    vi.waitUntil(() => messages.find(isWanted), { timeout: 50_000, interval: 10 })
  return {
    child,
    waitFor,
    connection: async () => (await waitFor((message) => message.connection)).connection ?? {},
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    stop: async () => {
      child.kill('SIGTERM')
      return ((await once(child, 'exit')) as [number | null])[0]
    },
  }
}

function postmasterPid(): number | undefined {
  try {
    return Number(
      readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0],
    )
  } catch {
    return undefined
  }
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}

// Each test creates a database of its own, so `npm test` leaves the second account to `npm run test:long`.
const isQuick = process.env['TESTS'] === 'quick'

describe.each([
  ['as the current user', undefined, true],
  ['as an unprivileged user', unprivileged, canRunUnprivileged && !isQuick],
])('the embedded PostgreSQL, %s', (_, account, isPossible) => {
  beforeEach(() => {
    if (account) chownSync(dataDir, account.uid, account.gid)
  })

  it.runIf(isPossible)(
    'starts with checksums, requires a password and stops with its server',
    async () => {
      const server = start(account)
      const connection = await server.connection()

      expect(await query(connection, 'show data_checksums')).toEqual([{ data_checksums: 'on' }])
      const memory = await query(
        connection,
        `select concat(name, '=', setting::bigint / 128, 'MB') as memory from pg_settings where name = 'shared_buffers'`,
      )
      expect(memorySettings(availableMemory())).toContain(memory[0]?.memory)
      expect(await query(connection, `select lower('ÀṢẸ') as lower`)).toEqual([{ lower: 'àṣẹ' }])
      await expect(query({ ...connection, password: 'wrong' }, 'select 1')).rejects.toThrow(
        'password authentication failed',
      )
      expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600)
      expect(statSync(String(connection.host)).mode & 0o777).toBe(0o700)
      expect(await server.stop()).toBe(0)
      expect(postmasterPid()).toBeUndefined()
    },
  )

  it.runIf(isPossible)(
    'belongs to one server: a second one is refused and changes nothing',
    async () => {
      const first = start(account)
      const connection = await first.connection()
      const second = start(account)

      const { failure } = await second.waitFor((message) => message.failure)

      expect(failure).toBe(`Another Ajo is running on ${dataDir}.`)
      expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    },
  )

  it.runIf(isPossible)('is adopted with all its data after its server was killed', async () => {
    const first = start(account)
    const connection = await first.connection()
    await query(connection, 'create table saved as select 1 as one')
    await first.kill()
    const orphan = postmasterPid()

    const second = start(account)

    await second.waitFor((message) => message.event === 'adopted')
    expect(postmasterPid()).toBe(orphan)
    expect(await query(await second.connection(), 'select * from saved')).toEqual([{ one: 1 }])
    expect(await second.stop()).toBe(0)
    expect(postmasterPid()).toBeUndefined()
  })

  it.runIf(isPossible)(
    'ends with its server when that is killed and not started again',
    async () => {
      const server = start(account)
      await server.connection()
      await server.kill()

      expect(postmasterPid()).toBeGreaterThan(0)
      await vi.waitUntil(() => postmasterPid() === undefined, { timeout: 30_000, interval: 100 })
    },
  )

  it.runIf(isPossible)('is restarted when it is killed', async () => {
    const server = start(account, 'durable')
    const connection = await server.connection()
    await query(connection, 'create table saved as select 1 as one')

    kill(postmasterPid() ?? 0)
    await server.waitFor((message) => message.event === 'lost')
    await server.waitFor((message) => message.event === 'recovered')

    expect(await query(connection, 'select * from saved')).toEqual([{ one: 1 }])
    expect(await server.stop()).toBe(0)
  })

  it.runIf(isPossible)('starts after a server and its PostgreSQL were both killed', async () => {
    const first = start(account)
    await first.connection()
    kill(postmasterPid() ?? 0)
    await first.kill()

    const second = start(account)

    await second.connection()
    expect(await second.stop()).toBe(0)
  })
})

it('refuses a database of another major version and one without its password, and starts when postmaster.pid names another program', async () => {
  const first = start()
  await first.connection()
  expect(await first.stop()).toBe(0)
  const readFailure = async () => (await start().waitFor(({ failure }) => failure)).failure
  const data = join(dataDir, 'postgres/data')
  const version = readFileSync(join(data, 'PG_VERSION'))
  writeFileSync(join(data, 'PG_VERSION'), '12\n')
  expect(await readFailure()).toContain('was made by PostgreSQL 12')
  expect(readFileSync(join(data, 'PG_VERSION'), 'utf8')).toBe('12\n')
  writeFileSync(join(data, 'PG_VERSION'), version)
  const password = readFileSync(join(dataDir, 'postgres-password'))
  rmSync(join(dataDir, 'postgres-password'))
  expect(await readFailure()).toContain('postgres-password is missing')
  writeFileSync(join(dataDir, 'postgres-password'), password, { mode: 0o600 })

  writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n`)
  await start().waitFor((message) => message.event === 'started')
})

it('lets one of two servers win that start at the same time', async () => {
  const [first, second] = [start(), start()]

  const outcomes = await Promise.all(
    [first, second].map(({ waitFor }) =>
      waitFor((message) => message.connection ?? message.failure),
    ),
  )

  expect(outcomes.filter(({ connection }) => connection)).toHaveLength(1)
  expect(outcomes.filter(({ failure }) => failure)).toEqual([
    { failure: `Another Ajo is running on ${dataDir}.` },
  ])
})
