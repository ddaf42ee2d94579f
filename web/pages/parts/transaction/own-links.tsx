import type { DonationListItem } from '#shared/donation.ts'
import { formatNaira } from '#shared/money.ts'
import { Link } from '#web/router/link.tsx'

import { donationPath, requestRefundPath } from '../../../navigation/paths.ts'
import { describePaidOut } from '../../../text/describe-paid-out.ts'
import { donationProgressText } from '../../../text/donation-progress.ts'
import { myDonationsText } from '../../../text/my-donations.ts'

/** Where the donation is, and where its donor reads the receipt and requests a refund. */
export function OwnLinks({ own }: { own: NonNullable<DonationListItem['own']> }) {
  const { row: text } = myDonationsText
  const { accessCode, receipt, payout, refunds, canRefund } = own
  return (
    <>
      {payout && (
        <span className="mt-1 block text-sm text-muted">
          {donationProgressText.payout[payout.state]}
          {payout.state === 'paid-out' && ` ${describePaidOut(payout)}`}
        </span>
      )}
      {refunds.map(({ id, amount, state }) => (
        <span key={id} className="mt-1 block text-sm text-muted">
          {donationProgressText.refund(formatNaira(amount))}: {donationProgressText.states[state]}
        </span>
      ))}
      <Link to={donationPath(accessCode)} reloadDocument className="link mt-1 block py-1 text-sm">
        {receipt === null ? text.open : text.receipt(receipt)}
      </Link>
      {canRefund && (
        <Link to={requestRefundPath(accessCode)} reloadDocument className="link block py-1 text-sm">
          {text.refund}
        </Link>
      )}
    </>
  )
}
