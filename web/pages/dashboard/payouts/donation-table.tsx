import type { ReactNode } from 'react'

import { formatNaira, kobo } from '#shared/money.ts'
import type { ReceivedDonation, RefundableDonation } from '#shared/payouts.ts'

import { formatShortMoment } from '../../../format/day.ts'
import { payoutsText } from '../../../text/payouts.ts'
import { refundStaffText } from '../../../text/refund-staff.ts'
import { Button } from '../../../ui/button.tsx'
import { isNormal } from '../../parts/transaction/transaction-table.tsx'
import {
  type ByDay,
  type Column,
  DataTable,
  NameAndAddress,
  ShortMoment,
} from '../../../ui/data-table.tsx'

type Props = {
  donations: RefundableDonation[]
  /** Its status and refunds. */
  renderStatus: (donation: RefundableDonation) => ReactNode
  pages: ByDay<RefundableDonation>['pages']
  isOwner: boolean
  /** Undefined for admins, who cannot thank donors. */
  onThank: ((donation: ReceivedDonation) => void) | undefined
  onRefund: (donation: RefundableDonation) => void
}

/** Donations with the owner's share and its payout. */
export function DonationTable({
  donations,
  renderStatus,
  pages,
  isOwner,
  onThank,
  onRefund,
}: Props) {
  const text = { ...payoutsText.donations, ...(!isOwner && payoutsText.forAdmin.donations) }
  const columns: Column<RefundableDonation>[] = [
    { header: text.donor, cell: (donation) => <Donor donation={donation} /> },
    { header: text.amount, numeric: true, cell: ({ amount }) => formatNaira(amount) },
    { header: text.net, numeric: true, cell: ({ net }) => formatNaira(net) },
    {
      header: text.status,
      place: ({ status }) => (isNormal(status) ? 'detail' : 'note'),
      cell: renderStatus,
    },
    { header: text.payout, place: 'line', cell: describePayout },
    {
      header: text.date,
      place: ({ status }) => (isNormal(status) ? 'note' : 'detail'),
      cell: ({ paidAt }) => <ShortMoment iso={paidAt} />,
    },
    {
      header: text.actions,
      cell: (donation) => {
        const { canThank, refundable } = donation
        if (refundable === 0 && !(onThank && canThank)) return null
        return (
          <span className="flex flex-wrap justify-end gap-2">
            {onThank && canThank && (
              <ThankButton donation={donation} onPress={() => onThank(donation)} />
            )}
            {refundable > 0 && (
              <RefundButton donation={donation} onPress={() => onRefund(donation)} />
            )}
          </span>
        )
      },
    },
  ]
  return (
    <DataTable
      caption={text.caption}
      columns={columns}
      rows={donations}
      rowKey={({ id }) => id}
      fold={{ after: 8, label: text.showMore }}
      byDay={{
        at: ({ paidAt }) => paidAt,
        amount: ({ amount, reversed }) => kobo(amount - reversed),
        pages,
      }}
    />
  )
}

function Donor({ donation: { donor, email, message } }: { donation: ReceivedDonation }) {
  return (
    <>
      <NameAndAddress name={donor} address={email} />
      {message !== '' && (
        <span className="block text-sm whitespace-pre-line text-muted">{message}</span>
      )}
    </>
  )
}

function describePayout({ settlement, settledAt }: ReceivedDonation): string {
  return settlement === 'paid-out' && settledAt !== null
    ? payoutsText.donations.paidOutOn({ date: formatShortMoment(settledAt) })
    : payoutsText.payouts.states[settlement]
}

type ButtonProps = { donation: ReceivedDonation; onPress: () => void }

function RefundButton({ donation: { amount, paidAt }, onPress }: ButtonProps) {
  return (
    <Button
      variant="quiet"
      aria-label={refundStaffText.openOne({
        amount: formatNaira(amount),
        date: formatShortMoment(paidAt),
      })}
      onClick={onPress}
    >
      {refundStaffText.open}
    </Button>
  )
}

function ThankButton({ donation, onPress }: ButtonProps) {
  const { donations: text } = payoutsText
  const { amount, paidAt } = donation
  return (
    <Button
      variant="quiet"
      aria-label={text.thankDonor({ amount: formatNaira(amount), date: formatShortMoment(paidAt) })}
      onClick={onPress}
    >
      {text.thank}
    </Button>
  )
}
