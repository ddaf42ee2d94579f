import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { processEnv } from '#test/support/servers/process-env.ts'

const children: ChildProcess[] = []
let dataDir: string

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ajo-main-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) await waitForExit(child, 'SIGTERM')
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Starts the server in a process of its own, with the DATA_DIR of this file. */
function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...processEnv, PORT: '0', DATA_DIR: dataDir, SEED: 'off', ...env },
  })
  children.push(child)
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output, url: () => waitForUrl(() => output) }
}

function waitForUrl(output: () => string): Promise<string> {
  return vi.waitUntil(() => /Ajo is ready: (\S+)/.exec(output())?.[1], { timeout: 60_000 })
}

async function waitForExit(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  if (signal) child.kill(signal)
  return ((await once(child, 'exit')) as [number | null])[0]
}

function postmasterPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
}

describe('a start that fails', () => {
  it('because of invalid settings prints all errors and nothing else', async () => {
    const { child, output } = start({ PORT: 'x', LOG_LEVEL: 'loud' })

    expect(await waitForExit(child)).toBe(1)
    expect(output().trim().split('\n')).toEqual([
      'PORT must be a whole number from 0 to 65535.',
      expect.stringMatching(/^LOG_LEVEL must be /),
    ])
  })

  it('because of a port in use prints one sentence', async () => {
    const occupant = createServer().listen(0, '127.0.0.1')
    await once(occupant, 'listening')
    const { port } = occupant.address() as AddressInfo

    const { child, output } = start({ PORT: String(port) })

    expect(await waitForExit(child)).toBe(1)
    expect(output()).toBe(
      `Port ${port} on 127.0.0.1 is in use. Stop the other program or set PORT.\n`,
    )
    occupant.close()
  })
})

describe('a running server', () => {
  it('keeps its secrets private, refuses a second server on its DATA_DIR, and exits with code 0 on SIGTERM with its database', async () => {
    const { child, url, output } = start()
    const address = await url()
    const postmaster = postmasterPid()
    expect(statSync(dataDir).mode & 0o067).toBe(0)
    // PostgreSQL creates and deletes files of its own meanwhile, and keeps them private. The
    // server's own unfinished files may be renamed between the listing and the look at one.
    const entries = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
      (entry) => !entry.startsWith('postgres/data/'),
    )
    expect(entries).toEqual(expect.arrayContaining(['postgres-password', 'postgres/postgres.log']))
    const isReadable = (entry: string) => {
      const stats = statSync(join(dataDir, entry), { throwIfNoEntry: false })
      return stats !== undefined && (stats.mode & 0o077) !== 0
    }
    expect(entries.filter(isReadable)).toEqual([])

    const second = start({ LOG_LEVEL: 'silent' })
    expect(await waitForExit(second.child)).toBe(1)
    expect(second.output()).toBe(`Another Ajo is running on ${dataDir}.\n`)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)

    expect(await waitForExit(child, 'SIGTERM')).toBe(0)
    expect(output()).not.toContain('lost')
    // The system may keep the process id a moment longer.
    await vi.waitFor(() => expect(() => process.kill(postmaster, 0)).toThrow('ESRCH'), {
      timeout: 10_000,
    })
  })

  it('sends a cached response with the same headers, survives a loss of its database, and exits when its parent disconnects', async () => {
    const { child, url } = start()
    const address = await url()
    const read = async () => {
      const response = await fetch(`${address}/fees`)
      const { date: _date, 'x-request-id': id, ...headers } = Object.fromEntries(response.headers)
      return { id, headers, body: await response.text() }
    }
    const [first, second] = [await read(), await read()]
    expect(second.headers).toEqual(first.headers)
    expect(second.headers['content-security-policy']).toContain("script-src 'self'")
    expect(second.body).toBe(first.body)
    expect(second.id).not.toBe(first.id)

    const ready = async () => (await fetch(`${address}/readyz`)).status
    process.kill(postmasterPid(), 'SIGKILL')
    await expect.poll(ready, { interval: 5 }).toBe(503)
    await expect.poll(ready).toBe(200)
    expect((await fetch(`${address}/healthz`)).status).toBe(200)

    child.disconnect()
    expect(await waitForExit(child)).toBe(0)
  })

  it('prints no passwords and has no mailbox when other machines can connect', async () => {
    const { output, url } = start({ HOST: '0.0.0.0' })

    const address = (await url()).replace('localhost', '127.0.0.1')

    expect(output()).not.toMatch(/mailbox|Sample logins/i)
    expect((await fetch(`${address}/development/mailbox`)).status).toBe(404)
  })
})
