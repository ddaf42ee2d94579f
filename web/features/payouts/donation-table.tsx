import type { ReactNode } from 'react'

import { formatNaira } from '#shared/money.ts'
import type { ReceivedDonation } from '#shared/payouts.ts'

import { formatShortMoment } from '../../text/day.ts'
import { payoutsText } from '../../text/payouts.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { NameAndAddress } from '../../ui/name-and-address.tsx'
import { ShortMoment } from '../../ui/short-moment.tsx'

type Props = {
  donations: ReceivedDonation[]
  renderStatus: (status: string) => ReactNode
  isOwner: boolean
  /** Undefined for admins, who cannot thank donors. */
  onThank: ((donation: ReceivedDonation) => void) | undefined
}

/** Donations with the owner's share and its payout. */
export function DonationTable({ donations, renderStatus, isOwner, onThank }: Props) {
  const text = { ...payoutsText.donations, ...(!isOwner && payoutsText.forAdmin.donations) }
  const columns: Column<ReceivedDonation>[] = [
    { key: 'donor', header: text.donor, cell: (donation) => <Donor donation={donation} /> },
    {
      key: 'amount',
      header: text.amount,
      numeric: true,
      cell: ({ amount }) => formatNaira(amount),
    },
    { key: 'net', header: text.net, numeric: true, cell: ({ net }) => formatNaira(net) },
    { key: 'status', header: text.status, cell: ({ status }) => renderStatus(status) },
    { key: 'payout', header: text.payout, cell: describePayout },
    {
      key: 'date',
      header: text.date,
      cell: ({ createdAt }) => <ShortMoment iso={createdAt} />,
    },
  ]
  if (onThank)
    columns.push({
      key: 'thank',
      header: text.thank,
      cell: (donation) =>
        donation.canThank && <ThankButton donation={donation} onPress={() => onThank(donation)} />,
    })
  return (
    <DataTable caption={text.caption} columns={columns} rows={donations} rowKey={({ id }) => id} />
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
    ? payoutsText.donations.paidOutOn(formatShortMoment(settledAt))
    : payoutsText.payouts.states[settlement]
}

function ThankButton({ donation, onPress }: { donation: ReceivedDonation; onPress: () => void }) {
  const { donations: text } = payoutsText
  const { amount, createdAt } = donation
  return (
    <Button
      variant="quiet"
      aria-label={text.thankDonor(formatNaira(amount), formatShortMoment(createdAt))}
      onClick={onPress}
    >
      {text.thank}
    </Button>
  )
}
