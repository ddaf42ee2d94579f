import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { openAdmin } from '../admin/admin.ts'
import { openConsole } from '../admin/console/console.ts'
import { openDonations } from '../donations/donations.ts'
import { accountNumberTasks } from '../donations/transfers/account-number-jobs.ts'
import { openTransferClaims } from '../donations/transfers/claim-transfer.ts'
import { paymentTasks } from '../donations/payment-jobs.ts'
import { webhookReductionTask } from '../donations/webhook-reduction.ts'
import { ledgerTasks } from '../ledger/ledger-tasks.ts'
import { openLedger } from '../ledger/ledger.ts'
import type { Outbox } from '../mail/mail.ts'
import { openConflicts } from '../moderation/conflicts/conflicts.ts'
import { exposures } from '../payouts/exposure.ts'
import { moneyAlarms } from '../payouts/money-alarms.ts'
import { payoutNotices } from '../payouts/payout-notices.ts'
import { openPayouts, payoutTasks } from '../payouts/payouts.ts'
import type { ContentStore } from '../providers/content/content.ts'
import { openGuestDataAccess } from './guest-data.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import type { Payments } from '../providers/payments/payments.ts'
import type { Task } from '../queue/queue.ts'
import { receiptTasks } from '../receipts/mail-receipts.ts'
import { receiptJob } from '../receipts/receipt-job.ts'
import { openReceipts } from '../receipts/receipts.ts'
import type { Signing } from '../receipts/signing.ts'
import { openCancellations } from '../refunds/cancellations.ts'
import { disputeAlerts } from '../refunds/disputes/dispute-alerts.ts'
import { openDisputes } from '../refunds/disputes/disputes.ts'
import { reversalNotices } from '../refunds/reversal-notices.ts'
import { refundTasks } from '../refunds/refund-tasks.ts'
import { openBankAccounts } from '../refunds/bank-accounts.ts'
import { openRefundPace } from '../refunds/refund-pace.ts'
import type { CanSend } from '../refunds/refund-deps.ts'
import { openRefunds } from '../refunds/refunds.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { publishSupportersTask } from '../supporters/list/publish-supporters.ts'
import { openSupporterList } from '../supporters/list/supporter-list.ts'
import { openCampaignFollowers } from '../supporters/followers/campaign-followers.ts'
import { openPersonalLinks } from '../supporters/links/personal-links.ts'
import { openCampaignUpdates } from '../supporters/updates/campaign-updates.ts'
import { updateReminderTask } from '../supporters/updates/update-reminders.ts'
import { openThankYouMessages } from '../supporters/thank-you-messages.ts'
import { openConfirmedAddresses } from '../supporters/confirmed-addresses.ts'
import { openMessageReports } from '../supporters/message-reports.ts'
import { openUnsubscribe } from '../supporters/unsubscribe.ts'
import { checkLogTask } from '../transparency/log-tasks.ts'
import { openServerTransparency } from './transparency.ts'

type MoneyDeps = {
  database: Database
  payments: Payments
  content: ContentStore
  sealing: Sealing
  signing: Signing
  outbox: Outbox
  log: Log
  now: () => Date
  isQuiet: boolean
  rateLimits: RateLimits | undefined
  connection: object | undefined
  opened: AsyncDisposableStack
  metrics: Pick<Metrics, 'observeWebhook'>
}

type SupporterDeps = Parameters<typeof openUnsubscribe>[0] &
  Parameters<typeof openConfirmedAddresses>[0] &
  Parameters<typeof openMessageReports>[0]

/** Donations, the ledger, refunds, receipts, payouts and the admin's view of them. */
export function openMoney(config: Config, deps: MoneyDeps) {
  const { publicUrl, adminEmail, refunds: settings, exposureCaps: caps } = config
  const { payments, log } = deps
  const withMode = { ...deps, publicUrl, mode: payments.mode }
  const ledger = openLedger(withMode)
  const donations = openDonations({ ...withMode, ledger, receiptJob })
  const pace = openRefundPace({ ...withMode, ...settings })
  const exposure = exposures({ ...withMode, caps })
  const canSend: CanSend = async (queries, refund) =>
    (await exposure.isWithinExposure(queries, refund)) ? undefined : 'exposure'
  const refundDeps = { ...withMode, pace, settings, adminEmail, canSend }
  const refunds = openRefunds(refundDeps)
  const shared = { ...withMode, ledger, donations, refunds }
  const transparency = openServerTransparency(config, withMode)
  const receipts = openReceipts({ ...shared, transparency })
  const cancellations = openCancellations(shared)
  const { supporterTasks, ...supporters } = openSupporters(shared)
  const disputes = openDisputes({ ...shared, receipts, conflicts: openConflicts(deps) })
  const alerts = disputeAlerts({ ...shared, adminEmail })
  const payouts = openPayouts({ ...shared, cancellations })
  const guestData = openGuestDataAccess(config, deps)
  const transferClaims = openTransferClaims(withMode)
  const onWebhook = observeWebhooks(deps)
  const moneyTasks: Task[] = [
    ...paymentTasks({ donations, ledger, log, onDispute: alerts.sendDisputeAlerts, onWebhook }),
    webhookReductionTask(deps),
    ...accountNumberTasks(withMode),
    ...ledgerTasks({ ledger, log }),
    checkLogTask({ transparency, ledger, log }),
    ...refundTasks({ refunds, log }),
    ...payoutTasks(payouts, log),
    ...receiptTasks(receipts, deps.database),
    ...cancellations.tasks,
    payoutNotices(shared),
    ...supporterTasks,
    reversalNotices(shared),
    alerts.task,
    disputes.task,
    guestData.task,
    transferClaims.task,
    moneyAlarms({ ...shared, adminEmail, caps, exposures: exposure }),
  ]
  return {
    ledger,
    transparency,
    donations,
    refunds,
    receipts,
    cancellations,
    disputes,
    refundBankAccounts: openBankAccounts(refundDeps),
    ...supporters,
    payouts,
    guestData,
    transferClaims,
    adminConsole: openConsole(shared),
    admin: openAdmin({ ...shared, cancellations, caps, exposures: exposure }),
    moneyTasks,
  }
}

/** Measures the time from the arrival of a webhook to its end. */
function observeWebhooks({ metrics, now }: Pick<MoneyDeps, 'metrics' | 'now'>) {
  return (at: Date) => metrics.observeWebhook((now().getTime() - at.getTime()) / 1_000)
}

/** What organisers send to donors, what donors say to it, and who is listed as a supporter. */
function openSupporters(
  deps: Parameters<typeof openCampaignUpdates>[0] &
    Parameters<typeof updateReminderTask>[0] &
    SupporterDeps,
) {
  const thankYouMessages = openThankYouMessages(deps)
  const campaignUpdates = openCampaignUpdates(deps)
  return {
    thankYouMessages,
    campaignUpdates,
    campaignFollowers: openCampaignFollowers(deps),
    personalLinks: openPersonalLinks(deps),
    supporterList: openSupporterList(deps),
    unsubscribe: openUnsubscribe(deps),
    confirmedAddresses: openConfirmedAddresses(deps),
    messageReports: openMessageReports(deps),
    supporterTasks: [
      thankYouMessages.task,
      campaignUpdates.task,
      publishSupportersTask(deps),
      updateReminderTask(deps),
    ],
  }
}
