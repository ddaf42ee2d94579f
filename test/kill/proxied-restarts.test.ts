import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { testLogKey, testReceiptKey, testSecret } from '#test/support/servers/app.ts'
import { testDatabaseUrl } from '#test/support/database/database.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { openSandbox, sandboxKey } from '#packages/paystack-sandbox/test/open-sandbox.ts'

import { freePort } from '../e2e/ajo.ts'
import { openDonationDriver, type MadeDonation } from './donation-driver.ts'
import { createDataDir, createKillableAjo } from './killable-ajo.ts'
import { expectAllBooked } from './kill-rounds.ts'

/** `npm run test:long` restarts 20 times behind each proxy that is installed. */
const restarts = Number(process.env['PROXY_RESTARTS'] ?? 0)
const donors = 3
const readers = 4
const settleMs = 3_000

const nginx = {
  command: '/usr/sbin/nginx',
  toArguments: (file: string, folder: string) => ['-c', file, '-p', folder, '-g', 'daemon off;'],
  /** The shipped file with other ports, and without the certificate. */
  toFile(port: number, ports: readonly string[]) {
    const shipped = readFileSync('deploy/nginx.conf', 'utf8')
      .replace(/# A second process.*: server/, 'server')
      .replace(/127\.0\.0\.1:300(\d)/g, (_, index) => ports[Number(index)] ?? '')
      .replace('listen 80;', `listen 127.0.0.1:${port + 1};`)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
      .replace('proxy_set_header Host $host;', 'proxy_set_header Host $http_host;')
      .replaceAll(/ssl_certificate.*\n/g, '')
    return `pid nginx.pid; error_log error.log; events {} http { access_log off; ${shipped} }`
  },
}
const caddy = {
  command: '/usr/bin/caddy',
  toArguments: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
  toFile(port: number, ports: readonly string[]) {
    return readFileSync('deploy/Caddyfile', 'utf8')
      .replace('{\n', '{\n\tadmin off\n')
      .replace('{$AJO_HOST} {\n', `http://:${port} {\n`)
      .replace('{$AJO_HOST}', `127.0.0.1:${port}`)
      .replace(/\{\$AJO_UPSTREAM[^}]*\}/, ports.join(' '))
  },
}

async function openProxy(proxy: typeof nginx | typeof caddy, port: number, ports: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'ajo-proxy-'))
  const file = join(folder, 'proxy.conf')
  writeFileSync(file, proxy.toFile(port, ports))
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(proxy.command, proxy.toArguments(file, folder), { stdio: 'ignore', env })
  return {
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) {
        const ended = once(child, 'exit')
        child.kill()
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Counts what the requests to an address answer. */
function watchAnswers(url: string) {
  const answers = new Map<string, number>()
  const send = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const isWatched = (typeof input === 'string' ? input : '').startsWith(url)
    const count = (answer: string) => {
      const name = `${init?.method ?? 'GET'} ${answer}`
      if (isWatched) answers.set(name, (answers.get(name) ?? 0) + 1)
    }
    try {
      const response = await send(input, init)
      const { status } = response
      count(status < 500 ? String(status) : `${status} ${await response.clone().text()}`)
      return response
    } catch (error) {
      count('failed')
      throw error
    }
  }
  return { answers, [Symbol.dispose]: () => void (globalThis.fetch = send) }
}

for (const [name, proxy] of Object.entries({ nginx, caddy }))
  it.runIf(restarts > 0 && existsSync(proxy.command))(
    `behind ${name}, ${restarts} restarts in turn fail no request and lose no donation`,
    async () => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const database = await testDatabaseUrl()
      const connection = { connectionString: database }
      await using rows = openDatabase(connection, { onIdleError: () => {} })
      // A provider in a process that restarts would be away with it.
      const sandbox = await openSandbox(rows, { webhookUrl: `${url}/webhooks/paystack` })
      await using _sandbox = { [Symbol.asyncDispose]: sandbox.close }
      sandbox.deliveries.start()
      const env = {
        PAYSTACK_SECRET_KEY: sandboxKey,
        PAYSTACK_URL: sandbox.apiUrl,
        PAYSTACK_CHECKOUT_URL: sandbox.origin,
        DATABASE_URL: database,
        AJO_SECRET: testSecret,
        RECEIPT_KEY: testReceiptKey,
        LOG_KEY: testLogKey,
        PUBLIC_URL: url,
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'error',
        DRAIN_SECONDS: '5',
      }
      await using one = await createKillableAjo(createDataDir(), env, { connection })
      await using other = await createKillableAjo(createDataDir(), env, { connection })
      await one.start()
      await other.start()
      const hosts = [one, other].map((server) => new URL(server.url).host)
      await using _proxy = await openProxy(proxy, port, hosts)
      const proxied = { ...one, url }
      while (!(await fetch(url).catch(() => undefined))?.ok) await pause(100)
      const driver = await openDonationDriver(proxied, { ...sandbox, secretKey: sandboxKey })

      using watched = watchAnswers(url)
      const made: MadeDonation[] = []
      let isOver = false
      const donate = async () => {
        while (!isOver) {
          const donation = await driver.donate()
          made.push(donation)
          await driver.sendWebhook(donation)
        }
      }
      const read = async () => {
        while (!isOver) {
          const answer = await fetch(`${url}/campaigns`).catch(() => undefined)
          await answer?.text()
          await pause(20)
        }
      }
      const work = [
        ...Array.from({ length: donors }, donate),
        ...Array.from({ length: readers }, read),
      ]
      for (let restart = 0; restart < restarts; restart++) {
        const server = restart % 2 === 0 ? one : other
        await server.stop()
        await server.start()
        await pause(settleMs)
      }
      isOver = true
      await Promise.all(work)

      expect([...watched.answers.keys()].filter((answer) => /failed|5\d\d/.test(answer))).toEqual(
        [],
      )
      await expectAllBooked(driver, made)
    },
    120_000 + restarts * 60_000,
  )
