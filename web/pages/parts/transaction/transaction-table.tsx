import type { DonationListItem } from '#shared/donation.ts'
import { formatNaira } from '#shared/money.ts'
import { Link } from '#web/router/link.tsx'

import { transactionText } from '../../../text/transaction.ts'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { NameAndAddress } from '../../../ui/name-and-address.tsx'
import { ShortMoment } from '../../../ui/short-moment.tsx'
import { OwnLinks } from './own-links.tsx'
import { StatusBadge } from './status-badge.tsx'

type Props = {
  caption: string
  donations: DonationListItem[]
  linkTo: (donation: DonationListItem) => string
}

/** Contributor, Amount, Status, Campaign, Date (specification §2). */
export function TransactionTable({ caption, donations, linkTo }: Props) {
  const text = transactionText
  const columns: Column<DonationListItem>[] = [
    {
      key: 'contributor',
      header: text.contributor,
      cell: ({ donor, email }) => <NameAndAddress name={donor} address={email} />,
    },
    {
      key: 'amount',
      header: text.amount,
      numeric: true,
      cell: ({ amount }) => formatNaira(amount),
    },
    {
      key: 'status',
      header: text.status,
      cell: ({ status, own }) => (
        <>
          <StatusBadge status={status} />
          {own && <OwnLinks own={own} />}
        </>
      ),
    },
    {
      key: 'campaign',
      header: text.campaign,
      cell: (donation) => (
        <Link to={linkTo(donation)} className="link tabular:inline-block tabular:min-w-28">
          {donation.campaign.title}
        </Link>
      ),
    },
    {
      key: 'date',
      header: text.date,
      cell: ({ createdAt }) => <ShortMoment iso={createdAt} />,
    },
  ]
  return <DataTable caption={caption} columns={columns} rows={donations} rowKey={({ id }) => id} />
}
