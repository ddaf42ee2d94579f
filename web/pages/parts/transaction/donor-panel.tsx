import type { ReactNode } from 'react'

import { formatNaira } from '#shared/money.ts'
import type { CampaignProgress, DonorOverview, LatestReceipt } from '#shared/overview.ts'
import { Link } from '#web/router/link.tsx'

import { donationPath, givenPath } from '../../../navigation/paths.ts'
import { overviewText } from '../../../text/overview.ts'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { ShortMoment } from '../../../ui/short-moment.tsx'
import { GivenSums } from './given-sums.tsx'
import { StatusBadge } from './status-badge.tsx'
import { SupportedCampaigns } from './supported-campaigns.tsx'

type Props = {
  overview: DonorOverview
  renderCampaign: (campaign: CampaignProgress) => ReactNode
}

/** What a person gave: the sum, the latest receipts and the campaigns that they support. */
export function DonorPanel({ overview, renderCampaign }: Props) {
  const { donor: text } = overviewText
  const { campaigns, receipts } = overview
  return (
    <section aria-labelledby="given" className="space-y-6">
      <h2 id="given" className="text-xl font-bold">
        {text.title}
      </h2>
      <GivenSums given={overview} />
      <div>
        <h3 className="mb-3 font-bold">{text.receipts}</h3>
        <LatestReceipts receipts={receipts} />
        <p className="mt-4">
          <Link to={givenPath} className="link">
            {text.all}
          </Link>
        </p>
      </div>
      <SupportedCampaigns campaigns={campaigns} renderCampaign={renderCampaign} heading="h3" />
    </section>
  )
}

function LatestReceipts({ receipts }: { receipts: LatestReceipt[] }) {
  const { donor: text, columns: names } = overviewText
  const columns: Column<LatestReceipt>[] = [
    {
      key: 'receipt',
      header: text.receipt,
      cell: ({ accessCode, number }) => (
        <Link to={donationPath(accessCode)} reloadDocument className="link code whitespace-nowrap">
          {number ?? text.noNumber}
        </Link>
      ),
    },
    {
      key: 'amount',
      header: names.amount,
      numeric: true,
      cell: ({ amount }) => formatNaira(amount),
    },
    { key: 'status', header: names.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { key: 'campaign', header: names.campaign, cell: ({ campaign }) => campaign },
    {
      key: 'date',
      header: names.date,
      cell: ({ donatedAt }) => <ShortMoment iso={donatedAt} />,
    },
  ]
  return (
    <DataTable
      caption={text.receiptsCaption}
      columns={columns}
      rows={receipts}
      rowKey={({ accessCode }) => accessCode}
    />
  )
}
