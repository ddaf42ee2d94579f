import { formatNaira } from '#shared/money.ts'
import type {
  CampaignProgress as Campaign,
  DonorOverview,
  Given,
  LatestReceipt,
} from '#shared/overview.ts'
import { Link } from '#web/router/navigate.tsx'

import { campaignPath, donationPath, givenPath } from '../../../navigation/paths.ts'
import { overviewText } from '../../../text/overview.ts'
import { formatCount } from '../../../text/language.ts'
import { type Column, DataTable, LinkInTable, ShortMoment } from '../../../ui/data-table.tsx'
import { CampaignProgress } from '../../parts/campaign/campaign-card.tsx'
import { isNormal, StatusBadge } from '../../parts/transaction/transaction-table.tsx'
import { Section } from '../../../ui/section.tsx'

const { donor: text } = overviewText

/** What a person gave: the sum, the latest receipts and the campaigns that they support. */
export function DonorPanel({ overview }: { overview: DonorOverview }) {
  const { campaigns, receipts } = overview
  return (
    <Section id="given" title={text.title} className="space-y-4 sm:space-y-6">
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
      <SupportedCampaigns campaigns={campaigns} heading="h3" />
    </Section>
  )
}

function LatestReceipts({ receipts }: { receipts: LatestReceipt[] }) {
  const { donor: text, columns: names } = overviewText
  const columns: Column<LatestReceipt>[] = [
    {
      header: text.receipt,
      place: 'line',
      cell: ({ accessCode, number }) => (
        <LinkInTable
          to={donationPath(accessCode)}
          reloadDocument
          className="code whitespace-nowrap"
        >
          {number ?? text.noNumber}
        </LinkInTable>
      ),
    },
    { header: names.amount, numeric: true, cell: ({ amount }) => formatNaira(amount) },
    {
      header: names.status,
      place: ({ status }) => (isNormal(status) ? 'detail' : 'note'),
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    { header: names.campaign, place: 'title', cell: ({ campaign }) => campaign },
    {
      header: names.date,
      place: ({ status }) => (isNormal(status) ? 'note' : 'detail'),
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

type GivenSumsProps = { given: Pick<Given, 'given' | 'donations'> }

/** What a person gave in all. */
export function GivenSums({ given: { given, donations } }: GivenSumsProps) {
  return (
    <dl className="card flex flex-wrap gap-x-6 gap-y-3 p-4 sm:p-5">
      <div className="min-w-0">
        <dt className="text-sm text-muted">{text.given}</dt>
        <dd className="money text-xl font-bold wrap-anywhere">{formatNaira(given)}</dd>
        <dd className="text-sm text-muted">{text.refundsHint}</dd>
      </div>
      <div className="min-w-0">
        <dt className="text-sm text-muted">{text.count}</dt>
        <dd className="money text-xl font-bold">{formatCount(donations)}</dd>
      </div>
    </dl>
  )
}

type SupportedCampaignsProps = {
  campaigns: readonly Campaign[]
  heading: 'h2' | 'h3'
}

/** The campaigns to which a person donated. */
export function SupportedCampaigns({ campaigns, heading: Heading }: SupportedCampaignsProps) {
  if (campaigns.length === 0) return null
  return (
    <div>
      <Heading className="mb-3 font-bold">{text.campaigns}</Heading>
      <ul className="grid gap-2 sm:gap-4 lg:grid-cols-2 xl:grid-cols-3">
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <CampaignProgress campaign={campaign} to={campaignPath(campaign.id)} />
          </li>
        ))}
      </ul>
    </div>
  )
}
