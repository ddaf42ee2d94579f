import type { ReactNode } from 'react'

import type { CampaignEntry, CampaignLedger } from '#shared/campaign-ledger.ts'
import { formatNaira, kobo, type Kobo } from '#shared/money.ts'
import { useLoaderData, Link } from '#web/router/navigate.tsx'
import { redirect } from '#web/router/responses.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { publicCampaignPath, publicLedgerPath } from '../../navigation/paths.ts'
import { formatDay } from '../../format/day.ts'
import { ledgerText } from '../../text/ledger.ts'
import { formatCount } from '../../text/language.ts'
import { buttonClass } from '../../ui/button.tsx'
import { type ByDay, type Column, DataTable, DateInTable } from '../../ui/data-table.tsx'
import { BackLink, PageHead } from '../../ui/page-head.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { slug = '' } = params
  const after = Number(new URL(request.url).searchParams.get('after')) || 0
  const ledger = await getApi(context).get('/campaigns/:id/ledger', {
    id: slug,
    order: 'newest',
    after: Math.max(0, Math.floor(after)),
  })
  if (ledger.campaign.slug !== slug) throw redirect(publicLedgerPath(ledger.campaign.slug), 301)
  return { ledger, isFirst: after === 0 }
}

/** Every entry in the ledger of a campaign. Works without script. */
export function Component() {
  const text = ledgerText
  const { ledger, isFirst } = useLoaderData<typeof loader>()
  const { campaign, entries, sums, next } = ledger
  const path = publicLedgerPath(campaign.slug)
  return (
    <PublicLayout isTask>
      <PageHead title={`${text.title}: ${campaign.title}`} description={text.intro} />
      <div className="wrap space-y-4 py-4 lg:space-y-6 lg:py-10">
        <BackLink to={publicCampaignPath(campaign.slug)}>{text.back}</BackLink>
        <div>
          <h1 className="text-2xl font-extrabold">{text.title}</h1>
          <p className="mt-1 font-medium wrap-anywhere">{campaign.title}</p>
          <p className="mt-2 max-w-prose text-muted">{text.intro}</p>
        </div>
        <Sums sums={sums} />
        {entries.length === 0 ? (
          <p>{text.empty}</p>
        ) : (
          <LedgerTable
            title={campaign.title}
            entries={entries}
            pages={{ isFirst, isLast: next === null }}
          />
        )}
        <nav aria-label={text.title} className="flex flex-wrap gap-3">
          {!isFirst && (
            <Link to={path} className={buttonClass('quiet')}>
              {text.first}
            </Link>
          )}
          {next !== null && (
            <Link to={`${path}?after=${next}`} className={buttonClass('quiet')}>
              {text.next}
            </Link>
          )}
        </nav>
        <Downloads slug={campaign.slug} />
      </div>
    </PublicLayout>
  )
}

function Sums({ sums }: { sums: CampaignLedger['sums'] }) {
  const { columns: text, sums: title, moreSums: more } = ledgerText
  const shown = { ...sums, received: kobo(sums.raised + sums.returned) }
  const plotted = ['received', 'returned', 'paidOut'] as const
  const others = ['raised', 'owner', 'platform', 'provider'] as const
  return (
    <section className="card p-4 sm:p-5">
      <h2 className="font-bold">{title}</h2>
      <dl className="mt-1 divide-y divide-line text-sm">
        {plotted.map((key) => (
          <SumRow key={key} name={text[key]} sum={shown[key]}>
            <Bar part={shown[key]} whole={shown.received} />
          </SumRow>
        ))}
      </dl>
      <details className="filters">
        <summary className="link w-fit text-sm">{more}</summary>
        <dl className="divide-y divide-line text-sm lg:border-t lg:border-line">
          {others.map((key) => (
            <SumRow key={key} name={text[key]} sum={shown[key]} />
          ))}
        </dl>
      </details>
    </section>
  )
}

type SumRowProps = { name: string; sum: Kobo; children?: ReactNode }

function SumRow({ name, sum, children }: SumRowProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5 sm:py-2">
      <dt className="text-muted">{name}</dt>
      <dd className="money font-medium">{formatNaira(sum)}</dd>
      {children && <dd className="basis-full">{children}</dd>}
    </div>
  )
}

/** The list beside it says the same in figures. */
function Bar({ part, whole }: { part: Kobo; whole: Kobo }) {
  const width = whole > 0 ? (100 * part) / whole : 0
  return (
    <svg
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="mt-1 block h-1.5 w-full bg-mint"
    >
      <rect width={width} height="1" className="fill-forest forced-colors:fill-[Highlight]" />
    </svg>
  )
}

/** The whole ledger for programs and spreadsheets, and the log that contains it. */
function Downloads({ slug }: { slug: string }) {
  const text = ledgerText
  const api = `/api/campaigns/${encodeURIComponent(slug)}/ledger`
  const links = [
    { name: text.csv, href: `${api}.csv` },
    { name: text.json, href: api },
    { name: text.log, href: '/log/checkpoint' },
  ]
  return (
    <ul className="flex flex-wrap gap-x-6 text-sm">
      {links.map(({ name, href }) => (
        <li key={href}>
          <a href={href} className="link tap">
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** What a reversal gave back to the donor is taken back by one that is undone. */
function toKindName({ kind, donor }: CampaignEntry): string {
  const { kinds, undone } = ledgerText
  const isReversal = kind === 'refund' || kind === 'chargeback' || kind === 'bank_reversal'
  return isReversal && donor < 0 ? undone[kind] : kinds[kind]
}

type TableProps = {
  title: string
  entries: CampaignEntry[]
  pages: ByDay<CampaignEntry>['pages']
}

export function LedgerTable({ title, entries, pages }: TableProps) {
  const { columns: text, waiting, caption } = ledgerText
  const amount = (key: 'raised' | 'total' | 'owner' | 'platform' | 'provider' | 'paidOut') => ({
    header: text[key],
    numeric: true,
    cell: (entry: CampaignEntry) => formatNaira(entry[key]),
  })
  const columns: Column<CampaignEntry>[] = [
    { header: text.place, cell: ({ place }) => formatCount(place) },
    {
      header: text.day,
      place: 'note',
      cell: ({ day }) => <DateInTable dateTime={day} text={formatDay(day)} />,
    },
    { header: text.kind, place: 'title', cell: toKindName },
    { ...amount('raised'), place: ({ paidOut }) => (paidOut === 0 ? 'sum' : 'detail') },
    { ...amount('total'), place: 'line' },
    amount('owner'),
    amount('platform'),
    amount('provider'),
    { ...amount('paidOut'), place: ({ paidOut }) => (paidOut === 0 ? 'detail' : 'sum') },
    { header: text.leaf, cell: ({ leaf }) => (leaf === null ? waiting : formatCount(leaf)) },
  ]
  return (
    <DataTable
      caption={caption({ title })}
      columns={columns}
      rows={entries}
      rowKey={({ place }) => String(place)}
      details="list"
      byDay={{ at: ({ day }) => day, amount: ({ raised }) => raised, pages }}
    />
  )
}
