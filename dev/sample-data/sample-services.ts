import type { Expenses } from '#server/campaigns/records/records.ts'
import type { PayeeAnswers } from '#server/campaigns/payee/payees.ts'
import type { Decisions } from '#server/campaigns/review/reviews.ts'
import type { Submissions } from '#server/campaigns/submission/submissions.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Documents } from '#server/campaigns/documents/documents.ts'
import type { Images } from '#server/platform/images/images.ts'
import type { Donations } from '#server/money/donations/donations.ts'
import type { Ledger } from '#server/money/ledger/ledger.ts'
import { paystackPayments } from '#server/providers/payments/paystack.ts'
import type { Payments } from '#server/providers/payments/payments.ts'
import type { Task } from '#server/platform/queue/queue.ts'
import type { Log } from '#server/platform/runtime/log.ts'
import type { ConfirmedAddresses } from '#server/people/supporters/mail-links.ts'
import type { CampaignFollowers } from '#server/people/supporters/followers.ts'
import type { SupporterList } from '#server/people/supporters/supporter-list.ts'
import type { CampaignUpdates } from '#server/people/supporters/updates.ts'
import { kobo } from '#shared/money.ts'
import { sandboxSecretKey, createSandbox } from '#packages/paystack-sandbox/src/index.ts'

type Opened = {
  tasks: readonly Task[]
  campaignUpdates: CampaignUpdates
  campaignFollowers: CampaignFollowers
  supporterList: SupporterList
  database: Database
  payments: Payments
  donations: Donations
  ledger: Ledger
  images: Images
  confirmedAddresses: ConfirmedAddresses
  submissions: Submissions
  decisions: Decisions
  documents: Documents
  expenses: Expenses
  payeeAnswers: PayeeAnswers
}
type Overrides = {
  database: Database
  log: Log
  now: () => Date
  payments: Payments
  pages: false
  notifies: false
}
/** The production composition. It is handed in because it loads the sample data itself. */
export type OpenSampleServices = (config: Config, overrides: Overrides) => Promise<Opened>

export type SampleServices = Opened & {
  clock: { now: Date }
  sandbox: ReturnType<typeof createSandbox>
}
export type SampleDeps = { config: Config; database: Database; log: Log }

/** The product's services and the payments sandbox on a clock that the sample data sets, so that past events take their real code paths. */
export async function openSampleServices(
  { config, database, log }: SampleDeps,
  openServices: OpenSampleServices,
): Promise<SampleServices> {
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
  // One reviewer decides on every sample campaign, however high its goal.
  const sampleConfig: Config = {
    ...config,
    mail: { kind: 'nowhere' },
    twoReviewersAbove: kobo(Number.MAX_SAFE_INTEGER),
  }
  const services = await openServices(sampleConfig, {
    database,
    log,
    now,
    payments,
    pages: false,
    notifies: false,
  })
  return { ...services, clock, sandbox }
}
