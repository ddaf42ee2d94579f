import type { ReactNode } from 'react'

import type { DonationListItem } from '#shared/donation.ts'
import { formatNaira } from '#shared/money.ts'
import type { CampaignProgress, OrganiserOverview } from '#shared/overview.ts'
import { Link } from '#web/router/link.tsx'

import { paths, payoutsPath } from '../../../navigation/paths.ts'
import { overviewText } from '../../../text/overview.ts'
import { Card } from '../../../ui/card.tsx'
import {
  type Column,
  DataTable,
  LinkInTable,
  NameAndAddress,
  ShortMoment,
} from '../../../ui/data-table.tsx'

type Props = {
  overview: OrganiserOverview
  chart: ReactNode
  renderCampaign: (campaign: CampaignProgress) => ReactNode
}

/** What a person raises: their campaigns, the last 30 days and the latest donations. */
export function OrganiserPanel({ overview, chart, renderCampaign }: Props) {
  const { organiser: text } = overviewText
  const { campaigns, total, days, latest } = overview
  const hasRecent = days.some(({ donations }) => donations > 0)
  return (
    <>
      <div className="grid items-start gap-5 sm:gap-y-10 lg:grid-cols-2">
        <section aria-labelledby="own-campaigns">
          <h2 id="own-campaigns" className="mb-2 text-xl font-bold sm:mb-4">
            {text.title}
          </h2>
          <ul className="grid gap-2 max-sm:*:nth-[n+3]:hidden sm:gap-3">
            {campaigns.map((campaign) => (
              <li key={campaign.id}>{renderCampaign(campaign)}</li>
            ))}
          </ul>
          <p className="mt-2 sm:mt-4">
            <Link to={paths.profile} className="link">
              {text.all({ count: total })}
            </Link>
          </p>
        </section>
        {hasRecent ? chart : <NoChart />}
      </div>
      <section aria-labelledby="latest-donations">
        <h2 id="latest-donations" className="mb-2 text-xl font-bold sm:mb-4">
          {text.latest}
        </h2>
        {latest.length > 0 ? (
          <LatestDonations donations={latest} />
        ) : (
          <p className="text-muted">{text.noLatest}</p>
        )}
      </section>
    </>
  )
}

function NoChart() {
  const { organiser: text } = overviewText
  return (
    <Card>
      <h2 className="text-xl font-bold">{text.chart}</h2>
      <p className="mt-2 text-muted">{text.noChart}</p>
    </Card>
  )
}

/** The link below leads to the others. */
export const firstOnPhones = 'max-sm:[&_tbody>tr:nth-child(n+4)]:hidden'

function LatestDonations({ donations }: { donations: DonationListItem[] }) {
  const { organiser: text, columns: names } = overviewText
  const columns: Column<DonationListItem>[] = [
    {
      header: names.donor,
      cell: ({ donor, email }) => <NameAndAddress name={donor} address={email} />,
    },
    { header: names.amount, numeric: true, cell: ({ amount }) => formatNaira(amount) },
    {
      header: names.campaign,
      place: 'line',
      cell: ({ campaign }) => (
        <LinkInTable to={payoutsPath(campaign.id)}>{campaign.title}</LinkInTable>
      ),
    },
    {
      header: names.date,
      place: 'note',
      cell: ({ paidAt, createdAt }) => <ShortMoment iso={paidAt ?? createdAt} />,
    },
  ]
  return (
    <div className={firstOnPhones}>
      <DataTable
        caption={text.latestCaption}
        columns={columns}
        rows={donations}
        rowKey={({ id }) => id}
        details="none"
      />
      <p className="mt-2 sm:mt-4">
        <Link to={paths.transactions} className="link">
          {text.allDonations}
        </Link>
      </p>
    </div>
  )
}
