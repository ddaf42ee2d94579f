import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll } from 'vitest'

import { openCampaignHistory } from '#server/campaigns/lifecycle/campaign-history.ts'
import type { Database } from '#server/platform/database/database.ts'
import { diskImageStorage } from '#server/platform/images/disk-storage.ts'
import { paystackPayments } from '#server/providers/payments/paystack.ts'
import { openPictures } from '#test/support/campaigns/pictures.ts'
import { openTestApp, type TestAppOptions } from '#test/support/servers/app.ts'
import { testOrigin } from '#test/support/people/people.ts'
import { createSandbox } from '#packages/paystack-sandbox/src/index.ts'

const secretKey = 'sk_test_0123456789abcdef0123456789abcdef'

/** The app with the payment sandbox as its provider and a folder of its own for images. */
export async function openCampaignApp(database: Database, options: TestAppOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'ajo-images-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  const provider = openProvider(database)
  const { payments } = provider
  const services = await openTestApp(database, { env: { DATA_DIR: dataDir }, payments, ...options })
  const folder = join(dataDir, 'images')
  return {
    ...services,
    addPicture: openPictures(services),
    provider,
    folder,
    imageStorage: options.stores?.imageStorage ?? diskImageStorage(folder),
    history: openCampaignHistory(database),
  }
}

/** The payment sandbox and the requests to it. `isDown` refuses connections, `isSilent` never responds. */
function openProvider(database: Database) {
  const webhookUrl = `${testOrigin}/webhooks/paystack`
  const sandbox = createSandbox({ database, webhookUrl, secretKey, publicUrl: testOrigin })
  const network = { isDown: false, isSilent: false, requests: [] as string[] }
  const payments = paystackPayments({
    baseUrl: `${testOrigin}/sandbox/api`,
    secretKey,
    mode: 'sandbox',
    checkoutOrigin: testOrigin,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      network.requests.push(`${request.method} ${new URL(request.url).pathname}`)
      if (network.isDown) throw new TypeError('fetch failed')
      if (network.isSilent) await new Promise(() => {})
      return sandbox.fetch(request)
    },
  })
  return { payments, network: network }
}
