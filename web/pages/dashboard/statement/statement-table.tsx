import { formatNaira } from '#shared/money.ts'
import type { Statement } from '#shared/receipt.ts'
import { Link } from '#web/router/link.tsx'

import { donationPath } from '../../../navigation/paths.ts'
import { receiptText } from '../../../text/receipt.ts'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { ShortMoment } from '../../../ui/short-moment.tsx'

type Donation = Statement['donations'][number]

/** The donations of a year with their receipt numbers. */
export function StatementTable({ statement: { year, donations } }: { statement: Statement }) {
  const { statement: text } = receiptText
  const columns: Column<Donation>[] = [
    { key: 'date', header: text.date, cell: ({ donatedAt }) => <ShortMoment iso={donatedAt} /> },
    {
      key: 'number',
      header: text.number,
      cell: ({ accessCode, number }) => (
        <Link to={donationPath(accessCode)} reloadDocument className="link code whitespace-nowrap">
          {number}
        </Link>
      ),
    },
    { key: 'campaign', header: text.campaign, cell: ({ campaign }) => campaign },
    {
      key: 'amount',
      header: text.donated,
      numeric: true,
      cell: ({ amount }) => formatNaira(amount),
    },
    {
      key: 'refunded',
      header: text.refunded,
      numeric: true,
      cell: ({ reversed }) => formatNaira(reversed),
    },
  ]
  return (
    <DataTable
      caption={text.caption(year)}
      columns={columns}
      rows={donations}
      rowKey={({ accessCode }) => accessCode}
    />
  )
}
