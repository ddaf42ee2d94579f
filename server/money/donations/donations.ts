import type { PaymentDeps } from '../ledger/provider-report.ts'
import { openSweep } from '../../platform/queue/sweep.ts'
import { donationAccess } from './donation-access.ts'
import { donationLists } from './donation-list.ts'
import { donationStart, dueChecks } from './start-donation.ts'
import { guestDonations } from './guest-donations.ts'
import { receivedDonations } from './received-donations.ts'
import { paymentVerification, type VerificationDeps } from './payment-verification.ts'
import { webhookInbox } from './webhook-inbox.ts'

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
