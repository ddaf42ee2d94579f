import { openSubmissions } from '#server/campaigns/submission/submissions.ts'
import { campaignHistory } from '#server/campaigns/lifecycle/campaign-history.ts'
import { openChanges } from '#server/campaigns/lifecycle/pending-changes.ts'
import { campaignCourse } from '#server/campaigns/lifecycle/transitions.ts'
import { openDecisions } from '#server/campaigns/review/decisions.ts'
import { openEditHistory } from '#server/campaigns/editing/edit-history.ts'
import { openPrints } from '#server/campaigns/similarity/fingerprints.ts'
import { openLedger } from '#server/ledger/ledger.ts'
import type { Outbox } from '#server/mail/mail.ts'
import { sandboxSecretKey } from '#dev/payments-sandbox/integration.ts'
import { createSandbox } from '#dev/payments-sandbox/sandbox.ts'
import { paystackPayments } from '#server/providers/payments/paystack.ts'
import type { Services } from '#server/services.ts'
import { kobo } from '#shared/money.ts'

export type SeedServices = Pick<
  Services,
  'database' | 'sealing' | 'content' | 'pictures' | 'drafts'
> & { config: Pick<Services['config'], 'publicUrl'> }
export type Backstage = Awaited<ReturnType<typeof openBackstage>>

/** Nobody is told by mail of what never happened. */
const silent: Outbox = { enqueue: async () => {} }

/**
 * The product's own parts with a clock that can be set back: what the sample data claims to have happened goes the way that it would
 * have gone, at both ends of the wire.
 */
export async function openBackstage(services: SeedServices) {
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
  const history = campaignHistory(database)
  const changes = openChanges(database)
  const made = { ...services, payments, history, changes, now }
  const course = campaignCourse({ ...made, outbox: silent, publicUrl })
  const prints = openPrints(database)
  const parts = { ...made, course, prints }
  return {
    clock,
    database,
    ledger,
    payments,
    pictures: services.pictures,
    submissions: openSubmissions(parts),
    decisions: openDecisions({
      ...parts,
      editHistory: openEditHistory(database),
      twoReviewersAbove: kobo(Number.MAX_SAFE_INTEGER),
    }),
  }
}
