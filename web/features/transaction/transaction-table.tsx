import { Link } from 'react-router'

import type { Transaction } from '#shared/donation.ts'
import { formatNaira } from '#shared/money.ts'

import { formatShortMoment } from '../../text/day.ts'
import { transactionText } from '../../text/transaction.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { StatusBadge } from './status-badge.tsx'

type Props = {
  caption: string
  transactions: Transaction[]
  /** Where the campaign's name leads. */
  linkTo: (campaignId: string) => string
}

/** Contributor, Amount, Status, Campaign, Date (specification §2). */
export function TransactionTable({ caption, transactions, linkTo }: Props) {
  const text = transactionText
  const columns: Column<Transaction>[] = [
    {
      key: 'contributor',
      header: text.contributor,
      cell: ({ contributor }) => <Contributor name={contributor} />,
    },
    {
      key: 'amount',
      header: text.amount,
      numeric: true,
      cell: ({ amount }) => <span className="whitespace-nowrap">{formatNaira(amount)}</span>,
    },
    { key: 'status', header: text.status, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      key: 'campaign',
      header: text.campaign,
      cell: ({ campaign }) => (
        <Link to={linkTo(campaign.id)} className="link sm:inline-block sm:min-w-36">
          {campaign.title}
        </Link>
      ),
    },
    {
      key: 'date',
      header: text.date,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap">
          {formatShortMoment(createdAt)}
        </time>
      ),
    },
  ]
  return (
    <DataTable caption={caption} columns={columns} rows={transactions} rowKey={({ id }) => id} />
  )
}

/** An address that is too long for its place breaks before the '@', not within a word. */
function Contributor({ name }: { name: string }) {
  const [local, ...rest] = name.split(/(?=@)/)
  return (
    <span className="sm:inline-block sm:min-w-36">
      {local}
      <wbr />
      {rest}
    </span>
  )
}
