import { Download } from 'lucide-react'

import { formatNaira } from '#shared/money.ts'
import type { PayoutItem } from '#shared/payouts.ts'

import { formatDay } from '../../../format/day.ts'
import { formatCount } from '../../../text/language.ts'
import { payoutsText } from '../../../text/payouts.ts'
import { type Column, DataTable, DateInTable } from '../../../ui/data-table.tsx'

type Props = { payouts: PayoutItem[]; campaignId: string }

/** What reached the organiser's bank account, as it is on the bank's statement. */
export function PayoutList({ payouts, campaignId }: Props) {
  const { list: text } = payoutsText
  const amounts = ['gross', 'deducted', 'net'] as const
  const columns: Column<PayoutItem>[] = [
    {
      key: 'day',
      header: text.day,
      place: 'title',
      cell: ({ day }) => <DateInTable dateTime={day} text={formatDay(day)} />,
    },
    { key: 'settlement', header: text.settlement, cell: ({ settlement }) => settlement },
    {
      key: 'bank',
      header: text.bank,
      place: 'line',
      cell: ({ last4 }) => (last4 === null ? '' : `…${last4}`),
    },
    ...amounts.map((name) => ({
      key: name,
      header: text[name],
      numeric: true,
      place: name === 'net' ? ('sum' as const) : ('detail' as const),
      cell: (payout: PayoutItem) => formatNaira(payout[name]),
    })),
    {
      key: 'donations',
      header: text.donations,
      numeric: true,
      place: 'detail',
      cell: ({ donations }) => formatCount(donations),
    },
  ]
  return (
    <section aria-labelledby="payouts" className="space-y-4">
      <h2 id="payouts" className="text-xl font-bold">
        {text.title}
      </h2>
      <DataTable
        caption={text.caption}
        columns={columns}
        rows={payouts}
        rowKey={({ settlement }) => settlement}
      />
      <p className="text-sm text-muted">{text.hint}</p>
      <a
        href={`/api/campaigns/${encodeURIComponent(campaignId)}/payouts.csv`}
        download
        className="link inline-flex items-center gap-1.5 py-3"
      >
        <Download size={18} aria-hidden="true" />
        {text.export}
      </a>
    </section>
  )
}
