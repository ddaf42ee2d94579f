import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll } from 'vitest'

import { createShell } from '#server/app.ts'
import { campaignHistory } from '#server/campaigns/lifecycle/campaign-history.ts'
import { openCampaigns } from '#server/composition/campaigns.ts'
import type { Database } from '#server/database/database.ts'
import { diskImages } from '#server/images/disk-images.ts'
import { openLedger } from '#server/ledger/ledger.ts'
import { openAttempts } from '#server/rate-limits/attempts.ts'
import { openLog, type Log } from '#server/runtime/log.ts'
import { outbox } from '#server/mail/outbox.ts'
import { createSandbox } from '#dev/payments-sandbox/sandbox.ts'
import type { Stores } from '#server/composition/content-adapters.ts'
import { embeddedContent } from '#server/providers/content/embedded.ts'
import { embeddedIdentity } from '#server/providers/identity/embedded.ts'
import { paystackPayments } from '#server/providers/payments/paystack.ts'
import { campaignCourseRoutes } from '#server/routes/campaign-lifecycle.ts'
import { campaignRoutes, ownCampaignRoutes } from '#server/routes/campaign.ts'
import { donationRoutes } from '#server/routes/donation.ts'
import { draftRoutes } from '#server/routes/draft.ts'
import { imageRoutes, imageUploadRoutes } from '#server/routes/image.ts'
import { reportDeskRoutes, reportRoutes } from '#server/routes/report.ts'
import { reviewRoutes } from '#server/routes/review.ts'
import { sealingWith } from '#server/runtime/sealing.ts'
import { openSecondFactor } from '#server/accounts/two-factor.ts'
import { openSessions } from '#server/accounts/sessions.ts'
import { kobo } from '#shared/money.ts'

import { testOrigin } from './people.ts'

const secretKey = 'sk_test_0123456789abcdef0123456789abcdef'

/** Everything about campaigns behind the real shell, on a real database, with the payment sandbox at the other end of the wire. */
export function campaignApp(
  database: Database,
  now: () => Date = () => new Date(),
  { stores, log = openLog('silent') }: { stores?: Stores; log?: Log } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'ajo-images-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const provider = sandboxAt(database)
  const sealing = sealingWith('a secret of the tests, long enough to be one')
  const embedded = { content: embeddedContent(database), images: diskImages(folder) }
  const { content, images } = stores ?? embedded
  const { payments } = provider
  const publicUrl = testOrigin
  const ledger = openLedger({ database, payments, sealing, now, publicUrl })
  const attempts = openAttempts({ database, sealing, now })
  const parts = {
    database,
    payments,
    ledger,
    sealing,
    publicUrl,
    now,
    identity: embeddedIdentity({ database, outbox, publicUrl }),
    secondFactor: openSecondFactor({ database, sealing, attempts, now }),
    twoReviewersAbove: kobo(20_000_000_00),
  }
  const campaigns = openCampaigns(stores ?? embedded, parts)
  const { pictures } = campaigns
  const routed = { ...campaigns, totals: ledger }

  const app = shellOn(database, now, log)
    .route('/api/campaigns', campaignRoutes(routed))
    .route('/api/campaigns', campaignCourseRoutes(routed))
    .route('/api/campaigns', donationRoutes({ content, ledger }))
    .route('/api/account/campaigns', ownCampaignRoutes(routed))
    .route('/api/draft', draftRoutes(routed))
    .route('/api/campaigns', reportRoutes(routed))
    .route('/api/reports', reportDeskRoutes(routed))
    .route('/api/reviews', reviewRoutes(routed))
    .route('/api/images', imageUploadRoutes({ pictures }))
    .route('/images', imageRoutes({ pictures }))
  const history = campaignHistory(database)
  return { app, content, images, folder, pictures, provider, sealing, history, campaigns }
}

function shellOn(database: Database, now: () => Date, log: Log) {
  const config = {
    publicUrl: testOrigin,
    isPublicUrlGiven: true,
    isLoopback: true,
    trustedProxies: [],
  }
  const { actorOf } = openSessions({ database, publicUrl: testOrigin, outbox, now })
  return createShell({ config, log, actorOf })
}

/** The provider, and what it was asked. `isDown` pulls the wire out; `isSilent` leaves it in, with nobody who answers. */
function sandboxAt(database: Database) {
  const webhookUrl = `${testOrigin}/webhooks/paystack`
  const sandbox = createSandbox({ database, webhookUrl, secretKey, publicUrl: testOrigin })
  const wire = { isDown: false, isSilent: false, asked: [] as string[] }
  const payments = paystackPayments({
    baseUrl: `${testOrigin}/sandbox/api`,
    secretKey,
    mode: 'sandbox',
    checkoutOrigin: testOrigin,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      wire.asked.push(`${request.method} ${new URL(request.url).pathname}`)
      if (wire.isDown) throw new TypeError('fetch failed')
      if (wire.isSilent) await new Promise(() => {})
      return sandbox.fetch(request)
    },
  })
  return { payments, wire }
}
