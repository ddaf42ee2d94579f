import { Link } from 'react-router'

import type { DonationListItem } from '#shared/donation.ts'

import { donationPath, requestRefundPath } from '../../navigation/paths.ts'
import { myDonationsText } from '../../text/my-donations.ts'

/** Where a donor reads the receipt of a donation and requests a refund. */
export function OwnLinks({ own }: { own: NonNullable<DonationListItem['own']> }) {
  const { row: text } = myDonationsText
  const { accessCode, receipt, canRefund } = own
  return (
    <>
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
