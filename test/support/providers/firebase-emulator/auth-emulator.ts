import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { freePort } from '../../../e2e/ajo.ts'

/** Google's Auth emulator, started with `firebase emulators:start --only auth`. It keeps all data in memory. */
export interface AuthEmulator extends AsyncDisposable {
  identityToolkitUrl: string
  secureTokenUrl: string
  projectId: string
  pid: number
  empty: () => Promise<void>
}

const projectId = 'demo-ajo'
const program = join(import.meta.dirname, 'node_modules/firebase-tools/lib/bin/firebase.js')
const startTimeoutMs = 180_000

export async function startAuthEmulator(): Promise<AuthEmulator> {
  if (!existsSync(program))
    throw new Error(
      "Google's Auth emulator is not installed. Run `npm test` or `npm ci` in test/support/providers/firebase-emulator.",
    )
  const home = mkdtempSync(join(tmpdir(), 'ajo-emulator-'))
  const port = await freePort()
  writeFileSync(join(home, 'firebase.json'), JSON.stringify(await settings(port)))
  const child = spawn(
    process.execPath,
    [program, 'emulators:start', '--only', 'auth', '--project', projectId],
    { cwd: home, env: environment(home), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    rmSync(home, { recursive: true, force: true })
  }

  const origin = `http://127.0.0.1:${port}`
  const deadline = Date.now() + startTimeoutMs
  while (!(await isReady(origin))) {
    if (child.exitCode === null && Date.now() < deadline) {
      await pause(100)
      continue
    }
    await stop()
    throw new Error(`Google's Auth emulator did not start:\n${printed}`)
  }
  const project = `${origin}/emulator/v1/projects/${projectId}`
  return {
    identityToolkitUrl: `${origin}/identitytoolkit.googleapis.com`,
    secureTokenUrl: `${origin}/securetoken.googleapis.com`,
    projectId,
    pid: child.pid ?? 0,
    empty: async () => {
      await fetch(`${project}/accounts`, { method: 'DELETE' })
    },
    [Symbol.asyncDispose]: stop,
  }
}

/** Only the Auth emulator, on loopback. */
async function settings(port: number) {
  const loopback = async () => ({ host: '127.0.0.1', port: await freePort() })
  return {
    emulators: {
      auth: { host: '127.0.0.1', port },
      hub: await loopback(),
      logging: await loopback(),
      ui: { enabled: false },
      singleProjectMode: true,
    },
  }
}

/** Without update checks, statistics and network access, and with its own home directory. */
const environment = (home: string) => ({
  PATH: process.env.PATH,
  HOME: home,
  XDG_CONFIG_HOME: home,
  CI: 'true',
  NO_UPDATE_NOTIFIER: 'true',
  NO_COLOR: '1',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1,localhost',
})

async function isReady(origin: string): Promise<boolean> {
  const response = await fetch(origin).catch(() => undefined)
  return response?.ok === true
}
