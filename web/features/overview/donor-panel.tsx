import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { formatNaira } from '#shared/money.ts'
import type { CampaignProgress, DonorOverview, LatestReceipt } from '#shared/overview.ts'

import { donationPath, paths } from '../../navigation/paths.ts'
import { overviewText } from '../../text/overview.ts'
import { formatCount } from '../../text/plural.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { ShortMoment } from '../../ui/short-moment.tsx'

type Props = {
  overview: DonorOverview
  renderStatus: (status: string) => ReactNode
  renderCampaign: (campaign: CampaignProgress) => ReactNode
}

/** What a person gave: the sum, the latest receipts and the campaigns that they support. */
export function DonorPanel({ overview, renderStatus, renderCampaign }: Props) {
  const { donor: text } = overviewText
  const { campaigns, receipts } = overview
  return (
    <section aria-labelledby="given" className="space-y-6">
      <h2 id="given" className="text-xl font-bold">
        {text.title}
      </h2>
      <Sums overview={overview} />
      <div>
        <h3 className="mb-3 font-bold">{text.receipts}</h3>
        <LatestReceipts receipts={receipts} renderStatus={renderStatus} />
        <p className="mt-4">
          <Link to={`${paths.transactions}?tab=given`} className="link">
            {text.all}
          </Link>
        </p>
      </div>
      {campaigns.length > 0 && (
        <div>
          <h3 className="mb-3 font-bold">{text.campaigns}</h3>
          <ul className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
            {campaigns.map((campaign) => (
              <li key={campaign.id}>{renderCampaign(campaign)}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

function Sums({ overview: { given, donations } }: Pick<Props, 'overview'>) {
  const { donor: text } = overviewText
  return (
    <dl className="card grid gap-4 p-4 sm:grid-cols-2 sm:p-5">
      <div>
        <dt className="text-sm text-muted">{text.given}</dt>
        <dd className="money text-xl font-bold wrap-anywhere">{formatNaira(given)}</dd>
        <dd className="text-sm text-muted">{text.refundsHint}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{text.count}</dt>
        <dd className="money text-xl font-bold">{formatCount(donations)}</dd>
      </div>
    </dl>
  )
}

type ReceiptsProps = Pick<Props, 'renderStatus'> & { receipts: LatestReceipt[] }

function LatestReceipts({ receipts, renderStatus }: ReceiptsProps) {
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
    { key: 'status', header: names.status, cell: ({ status }) => renderStatus(status) },
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
