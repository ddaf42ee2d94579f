import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { demonstrationPeriods, publishedPeriods } from './lifecycle/periods.ts'
import { listen } from './listen.ts'
import { createSandbox } from './sandbox.ts'
import { sandboxSecretKey } from './state/integration.ts'
import { testCards } from './state/test-cards.ts'
import { openPglite } from './storage/database.ts'

const usage = `paystack-sandbox [options]

  --webhook URL     where events are sent, signed with the key (default: nowhere)
  --key SK_TEST     the secret key (default: one is made and kept with the data)
  --port PORT       4242
  --host HOST       127.0.0.1; only there the console is open
  --public-url URL  the address of this server for browsers (default: http://HOST:PORT)
  --data FOLDER     keeps the data (default: in memory)
  --merchant NAME   shown on the checkout page
  --published       refunds take days and disputes hours, as Paystack publishes (default: seconds and minutes)
  --faults FILE     JSON with faults and undocumented behaviour, see the README`

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    webhook: { type: 'string' },
    key: { type: 'string' },
    port: { type: 'string', default: '4242' },
    host: { type: 'string', default: '127.0.0.1' },
    'public-url': { type: 'string' },
    data: { type: 'string' },
    merchant: { type: 'string', default: 'Merchant' },
    published: { type: 'boolean', default: false },
    faults: { type: 'string' },
  },
})
const publishedPace = { schedule: 'test', compression: 1, periods: publishedPeriods } as const
const demonstrationPace = {
  schedule: 'live',
  compression: 60,
  periods: demonstrationPeriods,
} as const
if (values.help) console.log(usage)
else await start()

async function start() {
  const { webhook, port, host, data, merchant, published } = values
  const database = await openPglite(data)
  const secretKey = values.key ?? (await sandboxSecretKey(database))
  const publicUrl = values['public-url'] ?? `http://${host}:${port}`
  const sandbox = createSandbox({
    database,
    secretKey,
    publicUrl,
    merchantName: merchant,
    webhookUrl: webhook ?? `${publicUrl}/sandbox/nowhere`,
    ...(published ? publishedPace : demonstrationPace),
    opensConsole: () => ['127.0.0.1', 'localhost', '::1'].includes(host),
    onError: console.error,
    ...(values.faults && { faults: JSON.parse(readFileSync(values.faults, 'utf8')) }),
  })
  // Without a webhook address nothing is delivered, and the clock of refunds and settlements runs all the same.
  sandbox.deliveries.start()
  const { close } = await listen(sandbox.fetch, Number(port), host)
  const [card] = testCards
  console.log(`Paystack sandbox: no money moves here.
  API       ${publicUrl}/sandbox/api
  Key       ${secretKey}
  Console   ${publicUrl}/sandbox/console
  Webhooks  ${webhook ?? 'none (--webhook URL)'}
  Card      ${card?.number} CVV ${card?.cvv}, any future expiry`)
  const stop = async () => {
    await sandbox.deliveries.stop()
    await close()
    await database[Symbol.asyncDispose]()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
}
