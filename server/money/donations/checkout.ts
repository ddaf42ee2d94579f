import type { PaymentDeps } from '../ledger/entries/ledger-deps.ts'
import { PaymentsUnavailable, type InitializeResult } from '../../providers/payments/payments.ts'
import {
  abandonAttempt,
  finishAttempt,
  refuseAttempt,
  type Attempt,
  type NewDonation,
} from './donation-attempt.ts'

export type StartOutcome =
  | { kind: 'started'; url: string; accessCode: string }
  | { kind: 'refused'; message: string }
  | { kind: 'closed' | 'unavailable' }

/** Asks the provider for a checkout page, once. Without an answer the attempt is abandoned, and the next one uses a new reference. */
export async function openCheckout(
  deps: PaymentDeps,
  attempt: Attempt,
  donation: NewDonation,
): Promise<StartOutcome> {
  const { database, payments } = deps
  const key = { campaignId: attempt.campaign.id, id: donation.id }
  const answer = await initialize(deps, attempt, donation).catch(async (error: unknown) => {
    await abandonAttempt(database, key)
    if (error instanceof PaymentsUnavailable) return undefined
    throw error
  })
  if (answer === undefined) return { kind: 'unavailable' }
  if (answer.kind === 'refused') {
    await refuseAttempt(database, key, answer.message)
    return answer
  }
  // The donor's browser is only ever sent to the provider's checkout.
  if (new URL(answer.url).origin !== payments.checkoutOrigin) {
    await abandonAttempt(database, key)
    return { kind: 'unavailable' }
  }
  const isFinished = await finishAttempt(database, key, answer.url)
  if (!isFinished) return { kind: 'unavailable' }
  return { kind: 'started', url: answer.url, accessCode: donation.accessCode }
}

/** Only the amount and the address come from the donor's form. */
function initialize(
  { payments, publicUrl }: PaymentDeps,
  { campaign, donorUid, form }: Attempt,
  { id, reference, accessCode, terms }: NewDonation,
): Promise<InitializeResult> {
  const paths =
    donorUid === null
      ? { callback: `/donations/${accessCode}`, cancel: `/c/${campaign.slug}/donate` }
      : { callback: '/dashboard/transactions', cancel: `/dashboard/campaign/${campaign.id}/donate` }
  return payments.initialize({
    reference,
    email: form.email,
    amount: form.amount,
    subAccountCode: campaign.bankAccount.subAccountCode,
    terms,
    // No query: the provider appends its own and may corrupt an existing one.
    callbackUrl: `${publicUrl}${paths.callback}`,
    cancelUrl: `${publicUrl}${paths.cancel}`,
    metadata: { userId: campaign.ownerUid, campaignId: campaign.id, donationId: id },
  })
}
