import { Link } from 'react-router'

import type { Transaction } from '#shared/donation.ts'
import { formatNaira } from '#shared/money.ts'

import { campaignPath } from '../../paths.ts'
import { formatMoment } from '../../text/day.ts'
import { useText } from '../../text/text.tsx'
import { transactionText } from '../../text/transaction.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { StatusBadge } from './status-badge.tsx'

type Props = { caption: string; transactions: Transaction[] }

/** Contributor, Amount, Status, Campaign, Date (specification §2). */
export function TransactionTable({ caption, transactions }: Props) {
  const text = useText(transactionText)
  const columns: Column<Transaction>[] = [
    { key: 'contributor', header: text.contributor, cell: ({ contributor }) => contributor },
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
        <Link to={campaignPath(campaign.id)} className="link">
          {campaign.title}
        </Link>
      ),
    },
    {
      key: 'date',
      header: text.date,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt)}</time>,
    },
  ]
  return (
    <DataTable caption={caption} columns={columns} rows={transactions} rowKey={({ id }) => id} />
  )
}
