import type { Kobo } from '#shared/money.ts'
import type { RefundProblem } from '#shared/refund.ts'

import type { Transaction } from '../../platform/database/database.ts'
import { findLanguage } from '../../platform/mail/reader-language.ts'
import { deleteBankAccount } from './delete-bank-account.ts'
import { alarmGivenUp } from './refund-alarms.ts'
import { findOwner, getDonation } from './refund-donation.ts'
import type { RefundDeps } from './refund-deps.ts'
import {
  donorRefundMail,
  ownRefundGivenUpMail,
  refundMail,
  refundDoneMail,
  refundGivenUpMail,
  refundRequestedMail,
} from './refund-mail.ts'
import { changeRefund, type RefundChange, type RefundRow } from './refund-rows.ts'
import { findRefundable } from './refundable-amounts.ts'

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
  const { id, reason, requestedBy } = refund
  if (requestedBy !== 'donor')
    await deps.outbox.enqueue(
      queries,
      refundMail(to, language, { ...facts, reason }),
      `refund ${id}`,
    )
  if (ownerEmail === undefined) return
  const url = toMoneyUrl(deps, refund)
  const ownerLanguage = await findLanguage(queries, ownerUid)
  const mail = donorRefundMail(ownerEmail, ownerLanguage, { ...facts, url })
  await deps.outbox.enqueue(queries, mail, `donor refund ${id}`)
}

/** `isToAccount`: the donor named a bank account for it. */
export async function notifyProcessed(
  deps: Deps,
  queries: Transaction,
  refund: RefundRow,
  isToAccount: boolean,
): Promise<void> {
  const { to, language, facts } = await toRecipient(deps, queries, refund)
  const mail = refundDoneMail(to, language, { ...facts, isToAccount })
  await deps.outbox.enqueue(queries, mail, `refund done ${refund.refundId}`)
}

type GivenUp = RefundChange & { problem: RefundProblem }

/**
 * Gives a refund up for a named reason. It stays on the admin's list, and the donor's bank account is deleted. The donor who was promised
 * it is mailed, and, unless the refusal answers the request, the organiser who requested it and the admin.
 */
export async function giveUpRefund(
  deps: RefundDeps,
  refund: RefundRow,
  change: GivenUp,
): Promise<RefundRow | undefined> {
  const isOwners = refund.requestedBy === 'owner' && !deps.isAwaited
  const owner = isOwners ? await findOwner(deps, refund) : undefined
  const isReversed =
    change.problem === 'already-returned' && !(await isReversedInPart(deps, refund))
  const isPromised =
    refund.refundId !== null || refund.cause === 'cancellation' || refund.requestedBy === 'donor'
  return deps.database.transaction(async (queries) => {
    const changed = await changeRefund(queries, refund, 'give-up', change)
    if (!changed) return undefined
    await deleteBankAccount(queries, refund)
    if (!isReversed && !deps.isAwaited) await alarmGivenUp(deps, queries)
    if (owner) await notifyOwner(deps, queries, refund, { to: owner.email, isReversed })
    if (!isPromised || isReversed) return changed
    const { to, language, facts } = await toRecipient(deps, queries, refund)
    const mail = refundGivenUpMail(to, language, facts)
    await deps.outbox.enqueue(queries, mail, `refund given up ${refund.id} ${refund.attempts}`)
    return changed
  })
}

/** Less than the refund was returned in another way: someone has to refund the rest. */
async function isReversedInPart(
  { database }: RefundDeps,
  { campaignId, donationId, id, amount }: RefundRow,
): Promise<boolean> {
  const refundable = await findRefundable(database, { campaignId, id: donationId }, id)
  if (!refundable) return false
  const reversed = refundable.charged - refundable.amount
  return reversed > 0 && reversed < amount
}

/** To the organiser, whose request was answered before the refund was given up. */
async function notifyOwner(
  deps: Deps,
  queries: Transaction,
  refund: RefundRow,
  { to, isReversed }: { to: string; isReversed: boolean },
): Promise<void> {
  const { facts, ownerUid } = await toRecipient(deps, queries, refund)
  const url = toMoneyUrl(deps, refund)
  const language = await findLanguage(queries, ownerUid)
  const mail = ownRefundGivenUpMail(to, language, { ...facts, url, isReversed })
  await deps.outbox.enqueue(queries, mail, `own refund given up ${refund.id} ${refund.attempts}`)
}

const toMoneyUrl = ({ publicUrl }: Deps, { campaignId }: RefundRow) =>
  new URL(`/dashboard/campaign/${campaignId}/money`, publicUrl).href
