import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createRequestHandler } from '#server/app.ts'
import { readConfig, withPort } from '#server/platform/config/config.ts'
import { listen } from '#server/platform/http/listener.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { openServices, type Overrides } from '#server/services.ts'

import { testLogKey, testReceiptKey, testSecret } from './app.ts'

/** The production composition on a port of its own, as main.ts starts it, without the pages. */
export async function openListeningApp(env: Record<string, string>, overrides: Overrides = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'ajo-listening-'))
  const given = readConfig({
    AJO_SECRET: testSecret,
    RECEIPT_KEY: testReceiptKey,
    LOG_KEY: testLogKey,
    DATA_DIR: dataDir,
    PORT: '0',
    SEED: 'off',
    LOG_LEVEL: 'silent',
    ...env,
  })
  const listener = await listen(given, () => new Response(null, { status: 503 }))
  const config = withPort(given, listener.port)
  const log = openLog(config.logLevel)
  const services = await openServices(config, { log, pages: false, ...overrides })
  listener.setHandler(createRequestHandler(services))
  await services.startWork()
  services.readiness.open()
  return {
    services,
    config,
    port: listener.port,
    [Symbol.asyncDispose]: async () => {
      await listener.close({ timeoutMs: 1_000 })
      await services[Symbol.asyncDispose]()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
