import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import type pg from 'pg'

import { getRunningConnection } from '#server/platform/database/embedded/running-connection.ts'

import { freePort } from '../e2e/ajo.ts'
import { processEnv } from '../support/servers/process-env.ts'

/** A server process that can be killed and restarted at the same address with the same data. */
export interface KillableAjo extends AsyncDisposable {
  url: string
  dataDir: string
  start: () => Promise<void>
  /** Sends SIGKILL to the server. */
  killServer: () => Promise<void>
  /** Sends SIGKILL to its PostgreSQL, while the server continues. */
  killPostgres: () => void
  waitUntilReady: () => Promise<void>
  /** Stops the server like Ctrl-C, so that open requests end. */
  stop: () => Promise<void>
  /** As the owner of its database. Undefined before the first start. */
  connection: () => pg.PoolConfig | undefined
  /** Process ids of the server and PostgreSQL. */
  pids: () => number[]
  /** Output since the last start. */
  output: () => string
}

/** Creates a temporary data folder, deleted when the server is disposed. */
export function createDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'ajo-kill-'))
  // PostgreSQL runs under another account, which needs access to the folder.
  chmodSync(dataDir, 0o711)
  return dataDir
}

type Version = {
  /** The tree of the version to start. By default this one. */
  folder?: string
  /** Of a database outside of the data folder. */
  connection?: pg.PoolConfig
}

export async function createKillableAjo(
  dataDir = createDataDir(),
  env: Record<string, string> = {},
  { folder, connection }: Version = {},
): Promise<KillableAjo> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let output = ''

  const waitUntilReady = async () => {
    const deadline = Date.now() + 180_000
    while (Date.now() < deadline) {
      if (child?.exitCode !== null) throw new Error(`The server exited:\n${output}`)
      const response = await fetch(`${url}/readyz`).catch(() => undefined)
      if (response?.ok) return
      await pause(10)
    }
    throw new Error(`The server is not ready:\n${output}`)
  }

  return {
    url,
    dataDir,
    waitUntilReady,
    output: () => output,
    start: async () => {
      output = ''
      child = spawn(process.execPath, ['server/main.ts'], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...processEnv,
          PORT: String(port),
          DATA_DIR: dataDir,
          SEED: 'off',
          RATE_LIMITS: 'off',
          ...env,
        },
      })
      child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
      child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
      await waitUntilReady()
    },
    killServer: () => stopProcess(child, 'SIGKILL'),
    stop: () => stopProcess(child, 'SIGTERM'),
    connection: () => connection ?? getRunningConnection(dataDir),
    killPostgres: () => process.kill(readPostmasterPid(dataDir), 'SIGKILL'),
    pids: () => [child?.pid ?? 0, readPostmasterPid(dataDir)],
    [Symbol.asyncDispose]: async () => {
      await stopProcess(child, 'SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function readPostmasterPid(dataDir: string): number {
  const pidFile = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')
  return Number(pidFile.split('\n')[0])
}

async function stopProcess(child: ChildProcess | undefined, signal: NodeJS.Signals) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
