import { once } from 'node:events'

import { announcement } from './config/start-message.ts'
import { createFrontDoor, createStartingApp } from './app.ts'
import { readConfig, withPort } from './config/config.ts'
import { listen } from './http/listener.ts'
import { openLog } from './runtime/log.ts'
import { fillSampleData } from '#dev/sample-data/sample-data.ts'
import { openServices } from './services.ts'
import { startMistake } from './config/start-errors.ts'

const requestPatienceMs = 5_000
const exitPatienceMs = 9_500
/** The last is the end of whoever started us. */
const endings = ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']

try {
  await serve()
} catch (error) {
  process.stderr.write(`${startMistake(error)}\n`)
  process.exit(1)
}

async function serve() {
  const given = readConfig(process.env)
  const log = openLog(given.logLevel)
  const onFatal = (error: unknown) => {
    log.fatal({ err: error }, 'Ajo cannot go on')
    process.exit(1)
  }
  process.once('uncaughtException', onFatal)
  // From here on, so that nobody who asks us to stop while we start is missed.
  const asked = Promise.race(endings.map((ending) => once(process, ending)))

  const starting = createStartingApp(given, log)
  const listener = await listen(given, starting.fetch)
  const config = withPort(given, listener.port)
  await using services = await openServices({ config, log, onFatal })
  listener.answerWith(createFrontDoor(services))
  const people = await fillSampleData(services)
  services.readiness.open()
  process.stdout.write(announcement(config, people))

  await asked
  // Whatever hangs by then would hang for ever; asking twice means now.
  setTimeout(() => process.exit(1), exitPatienceMs).unref()
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1))
  services.readiness.shutDown()
  await listener.close(requestPatienceMs)
  if (process.connected) process.disconnect()
}
