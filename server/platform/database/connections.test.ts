import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it, vi } from 'vitest'

import { testSecret } from '#test/support/servers/app.ts'
import { testDatabaseUrl } from '#test/support/database/database.ts'
import { processEnv } from '#test/support/servers/process-env.ts'

const fileLimit = 400
const metricsToken = 'the token of the metrics'
const dataDir = mkdtempSync(join(tmpdir(), 'ajo-connections-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function start(env: Record<string, string> = {}) {
  const command = `ulimit -n ${fileLimit} && exec "$0" server/main.ts`
  const child = spawn('sh', ['-c', command, process.execPath], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...processEnv,
      PORT: '0',
      SEED: 'off',
      DATA_DIR: dataDir,
      DATABASE_URL: await testDatabaseUrl(),
      AJO_SECRET: testSecret,
      METRICS_TOKEN: metricsToken,
      ...env,
    },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const url = await vi.waitUntil(() => /Ajo is ready: (\S+)/.exec(output)?.[1], { timeout: 60_000 })
  return { child, port: Number(new URL(url).port), output: () => output }
}

async function getReadiness(port: number, agent: Agent) {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const request = get({ host: '127.0.0.1', port, path: '/readyz', agent, headers })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const body = await text(response)
  return { status: response.statusCode, connection: response.headers.connection, body }
}

describe('a running server', () => {
  it('keeps its database when visitors open more connections than it may open files', async () => {
    const { child, port, output } = await start()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    expect(await getReadiness(port, agent)).toMatchObject({ status: 200 })

    const sockets = Array.from({ length: 2 * fileLimit }, () => connect(port, '127.0.0.1'))
    let closed = 0
    for (const socket of sockets) {
      socket.on('error', () => {})
      socket.on('close', () => (closed += 1))
    }
    await expect.poll(() => closed).toBeGreaterThan(fileLimit)

    expect(await getReadiness(port, agent)).toMatchObject({ status: 200 })
    expect(output()).toContain('too many open connections')
    expect(output()).not.toMatch(/EMFILE|database connection lost/)
    for (const socket of sockets) socket.destroy()
    agent.destroy()
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  }, 120_000)

  it('answers on an idle connection after SIGTERM, asks to close it, and exits', async () => {
    const { child, port } = await start({ DRAIN_SECONDS: '10' })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    expect(await getReadiness(port, agent)).toMatchObject({ status: 200, connection: 'keep-alive' })

    child.kill('SIGTERM')
    await expect
      .poll(async () => (await getReadiness(port, new Agent())).status, { timeout: 8_000 })
      .toBe(503)
    expect(await getReadiness(port, agent)).toMatchObject({
      status: 503,
      connection: 'close',
      body: expect.stringContaining('shutting-down'),
    })

    expect(await once(child, 'exit')).toEqual([0, null])
    agent.destroy()
  }, 120_000)
})
