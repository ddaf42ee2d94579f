import { PaymentsUnavailable, type InitializeAnswer } from '../providers/payments/payments.ts'
import {
  finishAttempt,
  giveUpAttempt,
  refuseAttempt,
  type Attempt,
  type NewDonation,
} from './donation-attempt.ts'
import type { LedgerParts } from '../ledger/ledger-deps.ts'

export type StartAnswer =
  | { kind: 'started'; url: string; receipt: string }
  | { kind: 'refused'; message: string }
  | { kind: 'closed' | 'mismatch' | 'unavailable' }

/** Asks the provider for a checkout page, once. Without an answer the page is lost, if there is one: a later try takes a new reference. */
export async function askForCheckout(
  parts: LedgerParts,
  attempt: Attempt,
  donation: NewDonation,
): Promise<StartAnswer> {
  const { database, payments } = parts
  const at = { campaignId: attempt.campaign.id, id: donation.id }
  const answer = await initialize(parts, attempt, donation).catch(async (error: unknown) => {
    await giveUpAttempt(database, at)
    if (error instanceof PaymentsUnavailable) return undefined
    throw error
  })
  if (answer === undefined) return { kind: 'unavailable' }
  if (answer.kind === 'refused') {
    await refuseAttempt(database, at, answer.message)
    return answer
  }
  // A donor's browser goes nowhere but to the provider's checkout.
  if (new URL(answer.url).origin !== payments.checkoutOrigin) {
    await giveUpAttempt(database, at)
    return { kind: 'unavailable' }
  }
  const isOurs = await finishAttempt(database, at, answer.url)
  if (!isOurs) return { kind: 'unavailable' }
  return { kind: 'started', url: answer.url, receipt: donation.receipt }
}

/** Everything in it is ours but the amount and the address. */
function initialize(
  { payments, publicUrl }: LedgerParts,
  { campaign, donorUid, form }: Attempt,
  { id, reference, receipt }: NewDonation,
): Promise<InitializeAnswer> {
  const back =
    donorUid === null
      ? { callback: `/donations/${receipt}`, cancel: `/c/${campaign.slug}/donate` }
      : { callback: '/dashboard/transactions', cancel: `/dashboard/campaign/${campaign.id}/donate` }
  return payments.initialize({
    reference,
    email: form.email,
    amount: form.amount,
    subAccountCode: campaign.bankAccount.subAccountCode,
    // Without a query of its own: the provider appends one, and is known to spoil what stands there.
    callbackUrl: `${publicUrl}${back.callback}`,
    cancelUrl: `${publicUrl}${back.cancel}`,
    metadata: { userId: campaign.ownerUid, campaignId: campaign.id, donationId: id },
  })
}
