import { Link } from 'react-router'

import { formatNaira } from '#shared/money.ts'
import type { Statement } from '#shared/receipt.ts'

import { receiptPath } from '../../paths.ts'
import { receiptText } from '../../text/receipt.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { ShortMoment } from '../../ui/short-moment.tsx'

type Gift = Statement['gifts'][number]

/** The gifts of a year, each with the number of its receipt. */
export function StatementTable({ statement: { year, gifts } }: { statement: Statement }) {
  const { statement: text } = receiptText
  const columns: Column<Gift>[] = [
    { key: 'date', header: text.date, cell: ({ givenAt }) => <ShortMoment iso={givenAt} /> },
    {
      key: 'number',
      header: text.number,
      cell: ({ receipt, number }) => (
        <Link to={receiptPath(receipt)} reloadDocument className="link code whitespace-nowrap">
          {number}
        </Link>
      ),
    },
    { key: 'campaign', header: text.campaign, cell: ({ campaign }) => campaign },
    {
      key: 'amount',
      header: text.given,
      numeric: true,
      cell: ({ amount }) => formatNaira(amount),
    },
    {
      key: 'returned',
      header: text.returned,
      numeric: true,
      cell: ({ returned }) => formatNaira(returned),
    },
  ]
  return (
    <DataTable
      caption={text.caption(year)}
      columns={columns}
      rows={gifts}
      rowKey={({ receipt }) => receipt}
    />
  )
}
