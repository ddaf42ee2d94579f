import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll } from 'vitest'

import { createShell } from '#server/app.ts'
import { campaignAnswers } from '#server/campaigns/campaign-answer.ts'
import { campaignHistory } from '#server/campaigns/campaign-history.ts'
import { openDrafts } from '#server/campaigns/drafts.ts'
import { openReports } from '#server/campaigns/reports.ts'
import { openReviews } from '#server/campaigns/reviews.ts'
import { openSubmissions } from '#server/campaigns/submissions.ts'
import type { Database } from '#server/database/database.ts'
import { diskImages } from '#server/images/disk-images.ts'
import { openPictures } from '#server/images/pictures.ts'
import { openLedger } from '#server/ledger/ledger.ts'
import { openLog } from '#server/log.ts'
import { outbox } from '#server/mail/outbox.ts'
import { createSandbox } from '#server/payments-sandbox/sandbox.ts'
import { embeddedContent } from '#server/providers/content/embedded.ts'
import { paystackPayments } from '#server/providers/payments/paystack.ts'
import { campaignRoutes, ownCampaignRoutes } from '#server/routes/campaign.ts'
import { draftRoutes } from '#server/routes/draft.ts'
import { imageRoutes, imageUploadRoutes } from '#server/routes/image.ts'
import { reportDeskRoutes, reportRoutes } from '#server/routes/report.ts'
import { reviewRoutes } from '#server/routes/review.ts'
import { sealingWith } from '#server/sealing.ts'
import { openSessions } from '#server/sessions/sessions.ts'

import { testOrigin } from './people.ts'

const secretKey = 'sk_test_0123456789abcdef0123456789abcdef'

/** Everything about campaigns behind the real shell, on a real database, with the payment sandbox at the other end of the wire. */
export function campaignApp(database: Database) {
  const now = () => new Date()
  const folder = mkdtempSync(join(tmpdir(), 'ajo-images-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const provider = sandboxAt(database)
  const sealing = sealingWith('a secret of the tests, long enough to be one')
  const content = embeddedContent(database)
  const images = diskImages(folder)
  const pictures = openPictures({ database, images, now })
  const { payments } = provider
  const totals = openLedger({ database, payments, sealing, now, publicUrl: testOrigin })
  const history = campaignHistory(database)
  const drafts = openDrafts({ database, now })
  const answers = campaignAnswers({ totals, history, now })
  const parts = { database, content, payments, pictures, history, drafts, sealing, now }
  const submissions = openSubmissions(parts)
  const reports = openReports({ ...parts, outbox, publicUrl: testOrigin })
  const reviews = openReviews({ ...parts, answers, outbox, publicUrl: testOrigin })

  const app = shellOn(database)
    .route('/api/campaigns', campaignRoutes({ content, answers, totals, submissions }))
    .route('/api/account/campaigns', ownCampaignRoutes({ content, answers }))
    .route('/api/draft', draftRoutes({ drafts }))
    .route('/api/campaigns', reportRoutes({ content, reports }))
    .route('/api/reports', reportDeskRoutes({ content, reports }))
    .route('/api/reviews', reviewRoutes({ content, reviews }))
    .route('/api/images', imageUploadRoutes({ pictures }))
    .route('/images', imageRoutes({ pictures }))
  return { app, content, images, folder, pictures, provider, sealing, history }
}

function shellOn(database: Database) {
  const config = {
    publicUrl: testOrigin,
    isPublicUrlGiven: true,
    isLoopback: true,
    trustedProxies: [],
  }
  const { actorOf } = openSessions({ database, publicUrl: testOrigin, outbox })
  return createShell({ config, log: openLog('silent'), actorOf })
}

/** The provider, and what it was asked. `isDown` pulls the wire out. */
function sandboxAt(database: Database) {
  const webhookUrl = `${testOrigin}/webhooks/paystack`
  const sandbox = createSandbox({ database, webhookUrl, secretKey, publicUrl: testOrigin })
  const wire = { isDown: false, asked: [] as string[] }
  const payments = paystackPayments({
    baseUrl: `${testOrigin}/sandbox/api`,
    secretKey,
    mode: 'sandbox',
    checkoutOrigin: testOrigin,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      wire.asked.push(`${request.method} ${new URL(request.url).pathname}`)
      if (wire.isDown) throw new TypeError('fetch failed')
      return sandbox.fetch(request)
    },
  })
  return { payments, wire }
}
