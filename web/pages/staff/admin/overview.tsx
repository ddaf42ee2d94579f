import type { ReactNode } from 'react'

import type {
  ConsoleTotals,
  FoundPerson,
  SearchResult,
  FoundDonation,
  PeriodTotals as Totals,
} from '#shared/console.ts'
import { formatNaira, type Kobo } from '#shared/money.ts'
import type { Work } from '#shared/work.ts'
import { Link } from '#web/router/navigate.tsx'

import type { Arriving } from '../../../api/client.ts'
import {
  adminCampaignPath,
  adminPersonPath,
  adminDonationPath,
  paths,
} from '../../../navigation/paths.ts'
import { adminText } from '../../../text/admin.ts'
import { consoleText } from '../../../text/console.ts'
import { formatCount } from '../../../text/language.ts'
import { statusName } from '../../../format/status-name.ts'
import { Card } from '../../../ui/card.tsx'
import {
  type Column,
  DataTable,
  LinkInTable,
  NameAndAddress,
  ShortMoment,
} from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Loaded } from '../../parts/dashboard/loaded.tsx'
import { HiddenHeader, ScreenHeader } from '../../parts/dashboard/screen-header.tsx'
import { WorkPanel } from '../../parts/dashboard/work-panel.tsx'
import { AdminSearch } from './operation.tsx'

type Props = { q: string; found: SearchResult | null; totals: ConsoleTotals; work: Work }

/** The search, and the sums of today and this month until something is searched. */
export function Overview({ q, found, totals, work }: Props) {
  const { totals: text } = consoleText
  return (
    <div className="space-y-6">
      <AdminSearch tab="overview" text={consoleText.search} name="q" maxLength={200} value={q} />
      {found ? (
        <SearchResults result={found} />
      ) : (
        <>
          <WorkPanel work={work} />
          <div className="grid gap-4 lg:grid-cols-2">
            <PeriodTotals title={text.today} totals={totals.today} />
            <PeriodTotals title={text.month} totals={totals.month} />
          </div>
        </>
      )}
    </div>
  )
}

function SearchResults({ result }: { result: SearchResult }) {
  const { search: text } = consoleText
  const { donations, people, campaigns, onHold } = result
  if (donations.length + people.length + campaigns.length + onHold.length === 0)
    return <EmptyState title={text.none} text={text.noneHint} />
  return (
    <div className="space-y-6">
      <FoundLinks title={text.people} links={people.map(toPersonLink)} />
      <FoundLinks title={text.campaigns} links={campaigns.map(toCampaignLink)} />
      <FoundLinks
        title={adminText.tabs.quarantine}
        links={onHold.map(({ reference, amount }) => ({
          to: `${paths.admin}?tab=quarantine&q=${encodeURIComponent(reference)}`,
          name: `${amount === null ? '' : formatNaira(amount)} ${reference}`,
        }))}
      />
      {donations.length > 0 && (
        <section className="space-y-2">
          <h2 className="font-bold">{text.donations}</h2>
          <FoundDonationTable donations={donations} />
        </section>
      )}
    </div>
  )
}

type FoundLink = { to: string; name: string }

function FoundLinks({ title, links }: { title: string; links: FoundLink[] }) {
  if (links.length === 0) return null
  return (
    <section>
      <h2 className="font-bold">{title}</h2>
      <LinkList links={links} />
    </section>
  )
}

export function LinkList({ links }: { links: FoundLink[] }) {
  return (
    <ul>
      {links.map(({ to, name }) => (
        <li key={to}>
          <Link to={to} className="link tap wrap-anywhere">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

export const toCampaignLink = ({ id, title }: { id: string; title: string }): FoundLink => ({
  to: adminCampaignPath(id),
  name: title,
})

export function toPersonLink({ id, kind, name, email }: FoundPerson): FoundLink {
  const { people: text } = consoleText
  return {
    to: adminPersonPath(id),
    name: `${name || text.noName}, ${email ?? ''} (${text[kind]})`,
  }
}

/** Donations with the link to the page of each. */
export function FoundDonationTable({ donations }: { donations: FoundDonation[] }) {
  const { donations: text } = consoleText
  const columns: Column<FoundDonation>[] = [
    {
      header: text.donor,
      cell: ({ id, donor, email }) => (
        <>
          <NameAndAddress name={donor || text.noName} address={email} />
          <Link to={adminDonationPath(id)} className="link block py-1">
            {text.open}
          </Link>
        </>
      ),
    },
    { header: text.amount, numeric: true, cell: ({ amount }) => formatNaira(amount) },
    { header: text.status, cell: ({ status }) => statusName(status) },
    {
      header: text.campaign,
      place: 'line',
      cell: ({ campaign }) => (
        <LinkInTable to={adminCampaignPath(campaign.id)}>{campaign.title}</LinkInTable>
      ),
    },
    {
      header: text.date,
      place: 'note',
      cell: ({ createdAt, paidAt }) => <ShortMoment iso={paidAt ?? createdAt} />,
    },
  ]
  return (
    <DataTable caption={text.caption} columns={columns} rows={donations} rowKey={({ id }) => id} />
  )
}

/** The sums of a day, a month or a campaign. */
export function PeriodTotals({ title, totals }: { title: string; totals: Totals }) {
  const { totals: text } = consoleText
  const sums = (['donated', 'reversed', 'fees', 'platform', 'paidOut'] as const).map(
    (name) => [text[name], <Sum key={name} amount={totals[name]} />] as const,
  )
  const rows = [[text.donations, formatCount(totals.donations)] as const, ...sums]
  return (
    <Card>
      <h2 className="font-bold">{title}</h2>
      <Facts rows={rows} />
    </Card>
  )
}

const Sum = ({ amount }: { amount: Kobo }) => (
  <span className="money whitespace-nowrap">{formatNaira(amount)}</span>
)

export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="mt-2 divide-y divide-line">
      {rows.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-6 py-2">
          <dt className="text-muted">{name}</dt>
          <dd className="text-right font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type FileProps<Value> = {
  file: Arriving<Value>
  title: string
  children: (file: Value) => ReactNode
}

/** A page of the console about one person, campaign or donation. */
export function ConsoleFile<Value>({ file, title, children }: FileProps<Value>) {
  return (
    <Loaded data={file} text={consoleText} header={<HiddenHeader title={title} />}>
      {children}
    </Loaded>
  )
}

export function ConsoleHeader({ title, subtitle }: { title: string; subtitle: ReactNode }) {
  const back = (
    <Link to={paths.admin} className="link py-2">
      {consoleText.back}
    </Link>
  )
  return <ScreenHeader title={title} subtitle={subtitle} action={back} />
}
