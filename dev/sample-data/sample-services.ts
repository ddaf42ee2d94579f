import { openSubmissions } from '#server/campaigns/submission/submissions.ts'
import { openCampaignHistory } from '#server/campaigns/lifecycle/campaign-history.ts'
import { openPendingChanges } from '#server/campaigns/lifecycle/pending-changes.ts'
import { openLifecycle } from '#server/campaigns/lifecycle/lifecycle.ts'
import { openDecisions } from '#server/campaigns/review/decisions.ts'
import { openEditHistory } from '#server/campaigns/editing/edit-history.ts'
import { openFingerprints } from '#server/campaigns/similarity/fingerprints.ts'
import { openLedger } from '#server/ledger/ledger.ts'
import type { Drafts } from '#server/campaigns/submission/drafts.ts'
import type { Database } from '#server/database/database.ts'
import type { Images } from '#server/images/images.ts'
import type { ContentStore } from '#server/providers/content/content.ts'
import type { Sealing } from '#server/runtime/sealing.ts'
import type { Outbox } from '#server/mail/mail.ts'
import { sandboxSecretKey } from '#dev/payments-sandbox/integration.ts'
import { createSandbox } from '#dev/payments-sandbox/sandbox.ts'
import { paystackPayments } from '#server/providers/payments/paystack.ts'
import { kobo } from '#shared/money.ts'

export type SeedServices = {
  config: { publicUrl: string }
  database: Database
  sealing: Sealing
  content: ContentStore
  pictures: Images
  drafts: Drafts
}
export type SampleServices = Awaited<ReturnType<typeof openSampleServices>>

/** Sample data must not send mail. */
const discardMail: Outbox = { enqueue: async () => {} }

/** The product's services and the payments sandbox on a clock that the sample data sets, so that past events take their real code paths. */
export async function openSampleServices(services: SeedServices) {
  const { config, database, sealing } = services
  const { publicUrl } = config
  const clock = { now: new Date() }
  const now = () => clock.now

  const secretKey = await sandboxSecretKey(database)
  const webhookUrl = `${publicUrl}/webhooks/paystack`
  const sandbox = createSandbox({ database, secretKey, publicUrl, webhookUrl, now })
  const payments = paystackPayments({
    baseUrl: `${publicUrl}/sandbox/api`,
    secretKey,
    mode: 'sandbox',
    checkoutOrigin: publicUrl,
    fetch: async (input, init) => sandbox.fetch(new Request(input, init)),
  })
  const ledger = openLedger({ database, payments, sealing, now, publicUrl, isQuiet: true })
  const history = openCampaignHistory(database)
  const changes = openPendingChanges(database)
  const shared = { ...services, payments, history, changes, now }
  const course = openLifecycle({ ...shared, outbox: discardMail, publicUrl })
  const prints = openFingerprints(database)
  const deps = { ...shared, course, prints }
  return {
    clock,
    database,
    ledger,
    payments,
    pictures: services.pictures,
    submissions: openSubmissions(deps),
    decisions: openDecisions({
      ...deps,
      editHistory: openEditHistory(database),
      twoReviewersAbove: kobo(Number.MAX_SAFE_INTEGER),
    }),
  }
}
