import { formatNaira } from '#shared/money.ts'
import type { CampaignEntry } from '#shared/campaign-ledger.ts'

import { formatDay } from '../../../text/day.ts'
import { ledgerText } from '../../../text/ledger.ts'
import { formatCount } from '../../../text/plural.ts'
import { DataTable, type Column } from '../../../ui/data-table.tsx'

/** The entries of a campaign with what was raised after each. */
export function LedgerTable({ title, entries }: { title: string; entries: CampaignEntry[] }) {
  const { columns: text, kinds, waiting, caption } = ledgerText
  const amount = (key: 'raised' | 'total' | 'owner' | 'platform' | 'provider') => ({
    key,
    header: text[key],
    numeric: true,
    cell: (entry: CampaignEntry) => formatNaira(entry[key]),
  })
  const columns: Column<CampaignEntry>[] = [
    { key: 'place', header: text.place, cell: ({ place }) => formatCount(place) },
    {
      key: 'day',
      header: text.day,
      cell: ({ day }) => <time dateTime={day}>{formatDay(day)}</time>,
    },
    { key: 'kind', header: text.kind, cell: ({ kind }) => kinds[kind] },
    amount('raised'),
    amount('total'),
    amount('owner'),
    amount('platform'),
    amount('provider'),
    {
      key: 'leaf',
      header: text.leaf,
      cell: ({ leaf }) => (leaf === null ? waiting : formatCount(leaf)),
    },
  ]
  return (
    <DataTable
      caption={caption(title)}
      columns={columns}
      rows={entries}
      rowKey={({ place }) => String(place)}
    />
  )
}
