import type { Kobo } from '#shared/money.ts'
import type { RefundProblem } from '#shared/refund.ts'

import type { Transaction } from '../database/database.ts'
import { findLanguage } from '../mail/reader-language.ts'
import { getDonation } from './refund-donation.ts'
import type { RefundDeps } from './refund-deps.ts'
import {
  donorRefundMail,
  refundMail,
  refundDoneMail,
  refundGivenUpMail,
  refundRequestedMail,
} from './refund-mail.ts'
import { changeRefund, type RefundChange, type RefundRow } from './refund-rows.ts'

type Deps = Pick<RefundDeps, 'sealing' | 'publicUrl' | 'outbox'>

/** The donor's address and language, and the facts of most mails. */
export async function toRecipient(deps: Deps, queries: Transaction, refund: RefundRow) {
  const { sealing, publicUrl } = deps
  const { emailSealed, accessCode, title, language, ownerUid } = await getDonation(queries, refund)
  return {
    to: sealing.open('donor-email', emailSealed),
    language,
    ownerUid,
    facts: {
      amount: refund.amount,
      title,
      url: new URL(`/donations/${accessCode}`, publicUrl).href,
    },
  }
}

/** To a donor who requested the refund, with the exact sums. */
export async function notifyRequested(
  deps: Deps,
  queries: Transaction,
  { refund, total, isDelayed }: { refund: RefundRow; total: Kobo; isDelayed: boolean },
): Promise<void> {
  const { to, language, facts } = await toRecipient(deps, queries, refund)
  const mail = refundRequestedMail(to, language, {
    ...facts,
    fee: refund.withheldFee,
    total,
    isDelayed,
  })
  await deps.outbox.enqueue(queries, mail, `refund requested ${refund.id}`)
}

/** To the donor, and to the organiser when the donor requested the refund. Its mail does not name an anonymous donor. */
export async function notifyAccepted(
  deps: Deps,
  queries: Transaction,
  refund: RefundRow,
  ownerEmail?: string,
): Promise<void> {
  const { to, language, facts, ownerUid } = await toRecipient(deps, queries, refund)
  const { id, campaignId, reason, requestedBy } = refund
  if (requestedBy !== 'donor')
    await deps.outbox.enqueue(
      queries,
      refundMail(to, language, { ...facts, reason }),
      `refund ${id}`,
    )
  if (ownerEmail === undefined) return
  const url = new URL(`/dashboard/campaign/${campaignId}/money`, deps.publicUrl).href
  const ownerLanguage = await findLanguage(queries, ownerUid)
  const mail = donorRefundMail(ownerEmail, ownerLanguage, { ...facts, url })
  await deps.outbox.enqueue(queries, mail, `donor refund ${id}`)
}

export async function notifyProcessed(
  deps: Deps,
  queries: Transaction,
  refund: RefundRow,
): Promise<void> {
  const { to, language, facts } = await toRecipient(deps, queries, refund)
  const mail = refundDoneMail(to, language, facts)
  await deps.outbox.enqueue(queries, mail, `refund done ${refund.refundId}`)
}

/** Gives a refund up for a named reason. It stays on the admin's list, and the donor is mailed who was promised it. */
export async function giveUpRefund(
  deps: RefundDeps,
  refund: RefundRow,
  change: RefundChange & { problem: RefundProblem },
): Promise<RefundRow | undefined> {
  const isPromised =
    refund.refundId !== null || refund.cause === 'cancellation' || refund.requestedBy === 'donor'
  return deps.database.transaction(async (queries) => {
    const changed = await changeRefund(queries, refund, 'give-up', change)
    if (!changed || !isPromised || change.problem === 'already-returned') return changed
    const { to, language, facts } = await toRecipient(deps, queries, refund)
    const mail = refundGivenUpMail(to, language, facts)
    await deps.outbox.enqueue(queries, mail, `refund given up ${refund.id} ${refund.attempts}`)
    return changed
  })
}
