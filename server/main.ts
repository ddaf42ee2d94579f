import { once } from 'node:events'

import { createRequestHandler } from './app.ts'
import { logFaults, openChecks, refuseFaults } from './platform/health/checks.ts'
import { fillSampleData } from './development.ts'
import { createStartingApp } from './shell.ts'
import { readConfig, withPort } from './platform/config/config.ts'
import { startErrorMessage, startMessage } from './platform/config/start-messages.ts'
import { listen } from './platform/http/listener.ts'
import { openLog } from './platform/runtime/log.ts'
import { startTracing } from './platform/runtime/start-tracing.ts'
import { openServices } from './services.ts'

/** The longest wait for open requests, and for the whole shutdown. */
const requestTimeoutMs = 15_000
const shutdownTimeoutMs = 20_000
/** `disconnect`: the process that started this one has ended. */
const stopEvents = ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']

// What the server writes is for its own account alone: other users of the machine read no names of pictures and documents.
process.umask(0o077)

let dataDir: string | undefined
try {
  await serve()
} catch (error) {
  process.stderr.write(`${startErrorMessage(error, dataDir)}\n`)
  process.exit(1)
}

async function serve() {
  const settings = readConfig(process.env)
  dataDir = settings.dataDir
  const log = openLog(settings.logLevel)
  const onFatal = (error: unknown) => {
    log.fatal({ err: error }, 'fatal error')
    process.exit(1)
  }
  process.once('uncaughtException', onFatal)
  // Registered before anything opens, so that a stop during the start is not lost.
  const stopped = Promise.race(stopEvents.map((event) => once(process, event)))

  const onFull = (limit: number) => log.warn({ limit }, 'too many open connections')
  const listener = await listen({ ...settings, onFull }, createStartingApp(settings, log).fetch)
  const config = withPort(settings, listener.port)
  await using _tracing = config.tracing && (await startTracing(config.tracing))
  await using services = await openServices(config, { log, onFatal })
  listener.setHandler(createRequestHandler(services))
  const checks = openChecks({ ...services, now: () => new Date() })
  await refuseFaults(checks)
  const logins = await fillSampleData(services, openServices)
  await services.startWork()
  process.stdout.write(startMessage(config, logins, services.developmentKey))
  services.readiness.open()
  void logFaults(checks, log)

  await stopped
  const { drainMs } = config
  setTimeout(() => process.exit(1), drainMs + shutdownTimeoutMs).unref()
  // A second signal stops at once.
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1))
  services.readiness.shutDown()
  await listener.close({ drainMs, timeoutMs: requestTimeoutMs })
  if (process.connected) process.disconnect()
}
