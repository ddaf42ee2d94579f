import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { testSecret } from '#test/support/servers/app.ts'
import { startOtherPostgres, type OtherPostgres } from '#test/support/database/other-postgres.ts'
import { processEnv } from '#test/support/servers/process-env.ts'
import { generateSigningKey } from '#server/platform/runtime/files.ts'

let postgres: OtherPostgres
let folder: string
const receiptKey = generateSigningKey()
const logKey = generateSigningKey()
const children: ChildProcess[] = []

beforeAll(async () => {
  postgres = await startOtherPostgres()
  folder = mkdtempSync(join(tmpdir(), 'ajo-external-'))
}, 120_000)

afterAll(async () => {
  await Promise.all(
    children.map(async (child) => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }),
  )
  postgres[Symbol.dispose]()
  rmSync(folder, { recursive: true, force: true })
})

async function start(name: string): Promise<string> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...processEnv,
      PORT: '0',
      SEED: 'off',
      RATE_LIMITS: 'off',
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, name),
      AJO_SECRET: testSecret,
      RECEIPT_KEY: receiptKey,
      LOG_KEY: logKey,
    },
  })
  children.push(child)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return vi.waitUntil(() => /Ajo is ready: (\S+)/.exec(output)?.[1], { timeout: 60_000 })
}

describe('an external PostgreSQL in DATABASE_URL', () => {
  it('serves two processes that share accounts', async () => {
    const [first, second] = [await start('first'), await start('second')]
    const ada = {
      firstname: 'Ada',
      lastname: 'Obi',
      email: 'ada@example.org',
      gender: 'Female',
      password: 'mango rain 47',
      confirmPassword: 'mango rain 47',
      terms: true,
    }
    const post = (url: string, path: string, body: object) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify(body),
      })

    expect((await post(first, '/api/account', ada)).status).toBe(201)
    expect((await post(second, '/api/account', ada)).status).toBe(201)
    const login = { email: ada.email, password: ada.password }
    expect((await post(second, '/api/session', login)).status).toBe(200)
    expect((await fetch(`${second}/api/campaigns`)).status).toBe(200)
  }, 120_000)
})
