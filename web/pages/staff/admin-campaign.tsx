import type { CampaignFile } from '#shared/console.ts'
import { formatNaira } from '#shared/money.ts'
import { useLoaderData, Link } from '#web/router/navigate.tsx'

import { campaignPath, paths, payoutsPath } from '../../navigation/paths.ts'
import { auditLogText } from '../../text/audit-log.ts'
import { consoleText } from '../../text/console.ts'
import { historyText } from '../../text/history.ts'
import { payoutStopText } from '../../text/payout-stop.ts'
import { statusName } from '../../format/status-name.ts'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable, ShortMoment } from '../../ui/data-table.tsx'
import { itemLoader } from '../parts/session/item-loader.ts'
import {
  ConsoleFile,
  ConsoleHeader,
  Facts,
  LinkList,
  PeriodTotals,
  toPersonLink,
} from './admin/overview.tsx'

export const loader = itemLoader((api, id) => api.get('/admin/campaigns/:id', { id }))

/** The history of a campaign and its sums. For admins. */
export function Component() {
  const { data } = useLoaderData<typeof loader>()
  return (
    <ConsoleFile file={data} title={consoleText.campaign.title}>
      {(loaded) => <File file={loaded} />}
    </ConsoleFile>
  )
}

function File({ file: { campaign, organiser, totals, events } }: { file: CampaignFile }) {
  const { campaign: text, totals: names } = consoleText
  const rows = [
    [text.organiser, <LinkList key="organiser" links={[toPersonLink(organiser)]} />],
    [text.goal, formatNaira(campaign.goal)],
    [text.status, campaign.isPaused ? text.paused : statusName(campaign.status)],
  ] as const
  return (
    <div className="space-y-6">
      <ConsoleHeader
        title={text.title}
        subtitle={<span className="wrap-anywhere">{campaign.title}</span>}
      />
      <Card>
        <Facts rows={rows} />
        <p className="flex flex-wrap gap-6">
          <Link to={campaignPath(campaign.id)} className="link py-2">
            {text.page}
          </Link>
          <Link to={payoutsPath(campaign.id)} className="link py-2">
            {text.money}
          </Link>
          <Link to={`${paths.cases}?q=${encodeURIComponent(campaign.title)}`} className="link py-2">
            {text.reports}
          </Link>
        </p>
      </Card>
      <PeriodTotals title={names.ofCampaign} totals={totals} />
      <section className="space-y-2">
        <h2 className="text-xl font-bold">{text.events}</h2>
        <EventTable events={events} />
      </section>
    </div>
  )
}

const eventNames: Record<string, string> = { ...auditLogText.names, ...historyText.events }

function EventTable({ events }: Pick<CampaignFile, 'events'>) {
  const { campaign: text } = consoleText
  type Row = CampaignFile['events'][number] & { key: string }
  const columns: Column<Row>[] = [
    { header: text.when, place: 'note', cell: ({ at }) => <ShortMoment iso={at} /> },
    { header: text.what, place: 'title', cell: ({ name }) => eventNames[name] ?? name },
    { header: text.by, place: 'line', cell: ({ by }) => by },
    {
      header: text.reason,
      cell: ({ stop, reason }) =>
        [stop && payoutStopText.reasons[stop], reason].filter(Boolean).join(' '),
    },
  ]
  const rows = events.map((event, index) => ({ ...event, key: `${index}` }))
  return <DataTable caption={text.events} columns={columns} rows={rows} rowKey={({ key }) => key} />
}
