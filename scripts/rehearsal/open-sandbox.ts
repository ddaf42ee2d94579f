import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { getRequestListener } from '@hono/node-server'

import { openPaymentSandbox } from '#server/development.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { applicationRole } from '#server/platform/database/application-role.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { openEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { developmentCookie } from '#server/platform/http/request-checks.ts'
import { openLog } from '#server/platform/runtime/log.ts'

/** Longer than the sandbox of `npm start` needs for a settlement. */
const settlementMs = 25_000

/** The payment sandbox of `npm start` on a port and a database of its own, reached over HTTP. */
export async function openOwnSandbox(opened: AsyncDisposableStack) {
  const dataDir = mkdtempSync(join(tmpdir(), 'ajo-rehearsal-'))
  opened.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  let handle = (_request: Request): Response | Promise<Response> =>
    new Response(null, { status: 503 })
  const listener = getRequestListener((request) => handle(request))
  const server = createServer((request, response) => void listener(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  opened.defer(() => void server.close())
  const { port } = server.address() as AddressInfo

  const { connection } = opened.use(await openEmbeddedPostgres({ dataDir, durable: false }))
  await migrate(connection)
  const options = { role: applicationRole, onIdleError: () => {} }
  const database = opened.use(openDatabase(connection, options))
  const config = readConfig({ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port) })
  const log = openLog('silent')
  const developmentKey = 'rehearsal'
  const sandbox = await openPaymentSandbox(config, { database, log, opened, developmentKey })
  handle = (request) => sandbox.fetch(request, {})

  const press = async (button: string, fields: Record<string, string>) => {
    const { checkoutOrigin: origin } = sandbox.endpoint
    const url = `http://127.0.0.1:${port}/sandbox/console/${button}`
    const body = new URLSearchParams(fields)
    const headers = { origin, cookie: `${developmentCookie.name}=${developmentKey}` }
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
    if (response.status !== 303) throw new Error(`sandbox console: ${response.status}`)
  }
  return {
    ...sandbox.endpoint,
    settleAndDispute: async (reference: string) => {
      await press('disputes', { reference })
      await press('settlements', {})
      await sleep(settlementMs)
    },
  }
}
