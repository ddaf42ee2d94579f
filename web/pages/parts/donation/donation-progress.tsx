import type { ReactNode } from 'react'

import type { DonationDetails, DonationPayout } from '#shared/donation.ts'

import { formatMoment } from '../../../text/day.ts'
import { donationProgressText } from '../../../text/donation-progress.ts'
import { describePaidOut } from '../../../text/describe-paid-out.ts'

type Props = {
  donation: DonationDetails
  /** The refunds, each with its states. Null where there are none. */
  refunds: ReactNode
}

/** Where a paid donation is: received, refunded, paid out. */
export function DonationProgress({ donation: { paidAt, payout }, refunds }: Props) {
  const text = donationProgressText
  if (paidAt === null || payout === undefined) return null
  return (
    <section aria-labelledby="progress" className="mt-6">
      <h2 id="progress" className="font-bold">
        {text.title}
      </h2>
      <ol className="mt-2 space-y-3 border-l-2 border-line pl-4 text-sm">
        <li>
          <strong className="block">{text.received}</strong>
          <time dateTime={paidAt} className="text-muted">
            {formatMoment(paidAt)}
          </time>
        </li>
        {refunds && <li>{refunds}</li>}
        <li>{payout ? <Payout payout={payout} /> : text.refundedFirst}</li>
      </ol>
    </section>
  )
}

function Payout({ payout }: { payout: DonationPayout }) {
  const text = donationProgressText
  return (
    <>
      <strong className="block">{text.payout[payout.state]}</strong>
      {payout.state === 'paid-out' && <span className="block">{describePaidOut(payout)}</span>}
      <span className="text-muted">{text.explained[payout.state]}</span>
    </>
  )
}
