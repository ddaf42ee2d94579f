import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { openAdmin } from '../staff/admin/admin.ts'
import { openConsole } from '../staff/admin/console.ts'
import { openDonations } from '../money/donations/donations.ts'
import { accountNumberTasks } from '../money/donations/transfers/account-number-jobs.ts'
import { openTransferClaims } from '../money/donations/transfers/claim-transfer.ts'
import { paymentTasks } from '../money/donations/payment-jobs.ts'
import { webhookReductionTask } from '../money/donations/webhook-reduction.ts'
import { ledgerTasks } from '../money/ledger/ledger-tasks.ts'
import { openLedger } from '../money/ledger/ledger.ts'
import type { Outbox } from '../platform/mail/mail.ts'
import { openConflicts } from '../staff/moderation/conflicts.ts'
import { exposures } from '../money/payouts/exposure.ts'
import { moneyAlarms } from '../money/payouts/money-alarms.ts'
import { payoutNotices } from '../money/payouts/payout-notices.ts'
import { openPayouts, payoutTasks } from '../money/payouts/payouts.ts'
import type { ContentStore } from '../providers/content/content.ts'
import { openGuestDataAccess } from './guest-data.ts'
import type { RateLimits } from '../platform/rate-limits/rate-limits.ts'
import type { Payments } from '../providers/payments/payments.ts'
import type { Task } from '../platform/queue/queue.ts'
import { receiptTasks } from '../money/receipts/mail-receipts.ts'
import { receiptJob } from '../money/receipts/receipt-job.ts'
import { openReceipts } from '../money/receipts/receipts.ts'
import type { Signing } from '../money/receipts/signing.ts'
import { openCancellations } from '../money/refunds/cancellations.ts'
import { disputeAlerts } from '../money/disputes/dispute-alerts.ts'
import { openDisputes } from '../money/disputes/disputes.ts'
import { reversalNotices } from '../money/refunds/reversal-notices.ts'
import { refundTasks } from '../money/refunds/refund-tasks.ts'
import { openBankAccounts } from '../money/refunds/bank-accounts.ts'
import { openRefundPace } from '../money/refunds/refund-pace.ts'
import type { CanSend } from '../money/refunds/refund-deps.ts'
import { openRefunds } from '../money/refunds/refunds.ts'
import type { Log } from '../platform/runtime/log.ts'
import type { Metrics } from '../platform/runtime/metrics.ts'
import type { Sealing } from '../platform/runtime/sealing.ts'
import { publishSupportersTask, openSupporterList } from '../people/supporters/supporter-list.ts'
import { openCampaignFollowers } from '../people/supporters/followers.ts'
import { openPersonalLinks } from '../people/supporters/personal-links.ts'
import { openCampaignUpdates } from '../people/supporters/updates.ts'
import { updateReminderTask } from '../people/supporters/update-reminders.ts'
import { openThankYouMessages } from '../people/supporters/thank-yous.ts'
import {
  openConfirmedAddresses,
  openMessageReports,
  openUnsubscribe,
} from '../people/supporters/mail-links.ts'
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
