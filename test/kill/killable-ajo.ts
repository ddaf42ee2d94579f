import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { freePort } from '../e2e/ajo.ts'

/** A server on data of its own that can be killed and started again, under the same address. */
export interface KillableAjo extends AsyncDisposable {
  url: string
  dataDir: string
  start: () => Promise<void>
  /** As a power cut of this process alone: nothing is said goodbye to. */
  killServer: () => Promise<void>
  /** Its PostgreSQL, while the server goes on. */
  killPostgres: () => void
  untilReady: () => Promise<void>
  /** Of its processes that started others: the server and PostgreSQL. */
  pids: () => number[]
  /** What it printed since it was started last. */
  output: () => string
}

/** A folder for the data of one, until it is closed. */
export function killableData(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'ajo-kill-'))
  // Below a folder of root's, PostgreSQL's own account has to get through.
  chmodSync(dataDir, 0o711)
  return dataDir
}

export async function killableAjo(
  dataDir = killableData(),
  env: Record<string, string> = {},
): Promise<KillableAjo> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let printed = ''

  const untilReady = async () => {
    const deadline = Date.now() + 60_000
    while (Date.now() < deadline) {
      if (child?.exitCode !== null) throw new Error(`The server ended:\n${printed}`)
      const response = await fetch(`${url}/readyz`).catch(() => undefined)
      if (response?.ok) return
      await pause(10)
    }
    throw new Error(`The server is not ready:\n${printed}`)
  }

  return {
    url,
    dataDir,
    untilReady,
    output: () => printed,
    start: async () => {
      printed = ''
      child = spawn(process.execPath, ['server/main.ts'], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env.PATH,
          PORT: String(port),
          DATA_DIR: dataDir,
          SEED: 'off',
          RATE_LIMITS: 'off',
          ...env,
        },
      })
      child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
      child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
      await untilReady()
    },
    killServer: () => end(child, 'SIGKILL'),
    killPostgres: () => process.kill(postmasterOf(dataDir), 'SIGKILL'),
    pids: () => [child?.pid ?? 0, postmasterOf(dataDir)],
    [Symbol.asyncDispose]: async () => {
      await end(child, 'SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function postmasterOf(dataDir: string): number {
  const note = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')
  return Number(note.split('\n')[0])
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
