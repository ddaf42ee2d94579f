import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

const children: ChildProcess[] = []
let dataDir: string

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ajo-main-'))
  chmodSync(dataDir, 0o711)
})
afterEach(async () => {
  for (const child of children.splice(0)) await ended(child, 'SIGTERM')
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** The server as it really starts, on data of this file. */
function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, SEED: 'off', ...env },
  })
  children.push(child)
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  return { child, output: () => printed, url: () => readyUrl(() => printed) }
}

function readyUrl(printed: () => string): Promise<string> {
  return vi.waitUntil(() => /Ajo is ready: (\S+)/.exec(printed())?.[1], { timeout: 60_000 })
}

async function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  if (signal) child.kill(signal)
  return ((await once(child, 'exit')) as [number | null])[0]
}

function postmasterPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
}

describe('a start that cannot be', () => {
  it('because of mistakes in the settings tells them all and nothing else', async () => {
    const { child, output } = start({ PORT: 'x', LOG_LEVEL: 'loud' })

    expect(await ended(child)).toBe(1)
    expect(output().trim().split('\n')).toEqual([
      'PORT must be a whole number from 0 to 65535.',
      expect.stringMatching(/^LOG_LEVEL must be /),
    ])
  })

  it('because of an occupied port is told in one sentence', async () => {
    const occupant = createServer().listen(0, '127.0.0.1')
    await once(occupant, 'listening')
    const { port } = occupant.address() as AddressInfo

    const { child, output } = start({ PORT: String(port) })

    expect(await ended(child)).toBe(1)
    expect(output()).toBe(`Port ${port} on 127.0.0.1 is in use. Stop the other program or set PORT.\n`)
    occupant.close()
  })

  it('because of another server on the same data is told in one sentence, and leaves that one alone', async () => {
    const url = await start().url()

    const second = start({ LOG_LEVEL: 'silent' })

    expect(await ended(second.child)).toBe(1)
    expect(second.output()).toBe(`Another Ajo is running on ${dataDir}.\n`)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })
})

describe('a running server', () => {
  it('ends without a fault when it is asked to, and takes its database along', async () => {
    const { child, url } = start()
    await url()
    const postmaster = postmasterPid()

    expect(await ended(child, 'SIGTERM')).toBe(0)

    // It has ended; its number is given back when the system comes round to it.
    await vi.waitFor(() => expect(() => process.kill(postmaster, 0)).toThrow('ESRCH'), {
      timeout: 10_000,
    })
  })

  it('ends with whoever started it', async () => {
    const { child, url } = start()
    await url()

    child.disconnect()

    expect(await ended(child)).toBe(0)
  })

  it('is not ready while its database is away, and recovers by itself', async () => {
    const address = await start().url()
    const ready = async () => (await fetch(`${address}/readyz`)).status
    expect(await ready()).toBe(200)

    process.kill(postmasterPid(), 'SIGKILL')

    await expect.poll(ready, { interval: 5 }).toBe(503)
    await expect.poll(ready).toBe(200)
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
  })

  it('answers the second visitor with what it kept from the first, header by header', async () => {
    const address = await start().url()
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
  })

  it('keeps its secrets to itself on the disk', async () => {
    await start().url()

    for (const secret of ['postgres-password', 'secret'])
      expect(statSync(join(dataDir, secret)).mode & 0o777).toBe(0o600)
  })

  it('prints no passwords and offers no mailbox where others can reach it', async () => {
    const { output, url } = start({ HOST: '0.0.0.0' })

    const address = (await url()).replace('localhost', '127.0.0.1')

    expect(output()).not.toMatch(/mailbox|sample data/)
    expect((await fetch(`${address}/development/mailbox`)).status).toBe(404)
  })
})
