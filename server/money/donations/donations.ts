import {
  type PaymentDeps,
  type PaymentOutcome,
  type PaymentReport,
  type PaymentSource,
  referencePattern,
} from '../ledger/provider-report.ts'
import { openSweep, watchList } from '../../platform/queue/sweep.ts'
import { donationAccess, donationLists, receivedDonations } from './donation-list.ts'
import { donationStart, dueChecks } from './start-donation.ts'
import { guestDonations } from './guest-donations.ts'
import { webhookInbox } from './webhook-inbox.ts'
import { createBatcher } from '../../platform/database/batcher.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { collectUnreadable } from '../ledger/differences.ts'
import type { ProviderPayment } from '../../providers/payments/payments.ts'
import { enqueueAll, type PlainJob } from '../../platform/queue/queue.ts'
import { receiveTransfer, type TransferCampaigns } from './transfers.ts'

type VerificationDeps = Pick<PaymentDeps, 'database' | 'payments' | 'sealing' | 'now'> & {
  ledger: Ledger
  content: TransferCampaigns
  /** The job to run once a payment was counted. */
  receiptJob: (reference: string) => PlainJob
}

const hourMs = 3_600_000
/** quick runs every 15 minutes. deep runs every night, because bank transfers and reversals arrive late. */
const reconciledMs = { quick: 72 * hourMs, deep: 35 * 24 * hourMs }

/** Asks the provider and applies its answer. Throws `PaymentsUnavailable` if it cannot be asked. */
function paymentVerification(deps: VerificationDeps) {
  const { database, payments, ledger, receiptJob, now } = deps
  const enqueue = createBatcher(async (jobs: readonly PlainJob[]) => {
    await enqueueAll(database, jobs)
    return jobs.map(() => undefined)
  })

  /** A transfer to an account number becomes a donation first. */
  const apply = async (report: PaymentReport): Promise<PaymentOutcome> =>
    (await receiveTransfer(deps, report.payment)) === 'quarantined'
      ? 'quarantined'
      : ledger.applyPayment(report)

  const verifyPayment = async (
    reference: string,
    source: PaymentSource,
  ): Promise<PaymentOutcome> => {
    const askedAt = now()
    const payment = await payments.verify(reference)
    const outcome = payment ? await apply({ payment, source, askedAt }) : 'unknown'
    // The job only makes it quicker: receipt_due was set together with the entry.
    if (outcome === 'counted') await enqueue(receiptJob(reference))
    return outcome
  }

  return {
    verifyPayment,

    /** Verifies the payment, which may have been reversed or restored, and then all its refunds. */
    async verifyRefunds(reference: string, source: PaymentSource): Promise<PaymentOutcome> {
      const outcome = await verifyPayment(reference, source)
      await ledger.verifyPaymentRefunds(reference, source)
      return outcome
    },

    /**
     * Goes through the provider's payments of the last 72 hours or 35 days, which replaces webhooks that never came. Before money is booked or
     * quarantined, the payment itself is asked for: rows of the list are only used to find what is missing. A payment that fails is
     * tried again by itself.
     */
    async reconcilePayments(
      range: keyof typeof reconciledMs = 'quick',
    ): Promise<Record<PaymentOutcome, number>> {
      const withMode = { database, mode: payments.mode, now }
      const work = () => reconcileListed(deps, range, reconcile)
      return watchList(withMode, 'payments', work)
    },
  }

  async function reconcile(
    payment: ProviderPayment,
    recorded: PromiseSettledResult<boolean> | undefined,
    askedAt: Date,
  ): Promise<PaymentOutcome> {
    if (recorded?.status === 'rejected') throw recorded.reason
    if (recorded?.value) return 'unchanged'
    const canBeOurs = payment.transfer !== null || referencePattern.test(payment.reference)
    if (payment.status === 'success' && canBeOurs) return verifyPayment(payment.reference, 'sweep')
    return apply({ payment, source: 'sweep', askedAt })
  }
}

type Reconcile = (
  payment: ProviderPayment,
  recorded: PromiseSettledResult<boolean> | undefined,
  askedAt: Date,
) => Promise<PaymentOutcome>

async function reconcileListed(
  { database, payments, ledger, now }: VerificationDeps,
  range: keyof typeof reconciledMs,
  reconcile: Reconcile,
): Promise<Record<PaymentOutcome, number>> {
  const counts = { counted: 0, unchanged: 0, open: 0, quarantined: 0, unknown: 0 }
  const askedAt = now()
  const from = new Date(askedAt.getTime() - reconciledMs[range])
  const withMode = { database, mode: payments.mode, now }
  const sweep = await openSweep(withMode, 'payment')
  const { onUnreadable, save } = collectUnreadable(withMode)
  for await (const listed of toGroups(payments.listSince(from, { onUnreadable }))) {
    // The ledger is asked about all of them in one statement.
    const recorded = await Promise.allSettled(listed.map(ledger.isRecorded))
    for (const [index, payment] of listed.entries()) {
      const work = () => reconcile(payment, recorded[index], askedAt)
      const outcome = await sweep.run(payment.reference, work)
      if (outcome) counts[outcome] += 1
    }
  }
  await save()
  return counts
}

/** Rows of one page of the provider's list. */
const groupSize = 100

async function* toGroups<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let group: Row[] = []
  for await (const row of rows) {
    if (group.push(row) < groupSize) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

export type Donations = ReturnType<typeof openDonations>

/** Donations from the form to the verified payment. The ledger books what is verified here. */
export function openDonations(deps: PaymentDeps & VerificationDeps) {
  const withMode = { ...deps, mode: deps.payments.mode }
  const verification = paymentVerification(deps)
  return {
    ...donationStart(deps),
    ...donationAccess({ ...withMode, ...verification }),
    ...donationLists(withMode),
    ...guestDonations(withMode),
    ...receivedDonations(withMode),
    ...verification,
    ...dueChecks(withMode),
    ...webhookInbox(withMode),
    openSweep: (kind: string) => openSweep(withMode, kind),
  }
}
