import { Link } from 'react-router'

import type { DonationListItem } from '#shared/donation.ts'
import { formatNaira } from '#shared/money.ts'

import { transactionText } from '../../text/transaction.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmailAddress } from '../../ui/email-address.tsx'
import { ShortMoment } from '../../ui/short-moment.tsx'
import { StatusBadge } from './status-badge.tsx'

type Props = {
  caption: string
  donations: DonationListItem[]
  linkTo: (campaignId: string) => string
}

/** Contributor, Amount, Status, Campaign, Date (specification §2). */
export function TransactionTable({ caption, donations, linkTo }: Props) {
  const text = transactionText
  const columns: Column<DonationListItem>[] = [
    {
      key: 'contributor',
      header: text.contributor,
      cell: ({ donor }) => <EmailAddress address={donor} />,
    },
    {
      key: 'amount',
      header: text.amount,
      numeric: true,
      cell: ({ amount }) => formatNaira(amount),
    },
    { key: 'status', header: text.status, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      key: 'campaign',
      header: text.campaign,
      cell: ({ campaign }) => (
        <Link to={linkTo(campaign.id)} className="link tabular:inline-block tabular:min-w-28">
          {campaign.title}
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
