import type { CampaignEntry, CampaignLedger } from '#shared/campaign-ledger.ts'
import { formatNaira } from '#shared/money.ts'
import { useLoaderData } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
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
    <PublicLayout>
      <PageHead title={`${text.title}: ${campaign.title}`} description={text.intro} />
      <div className="wrap space-y-6 py-6 lg:py-10">
        <BackLink to={publicCampaignPath(campaign.slug)}>{text.back}</BackLink>
        <div>
          <h1 className="text-2xl font-extrabold">{text.title}</h1>
          <p className="mt-2 font-medium wrap-anywhere">{campaign.title}</p>
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
  const { columns: text, sums: title } = ledgerText
  const rows = (['raised', 'owner', 'platform', 'provider', 'paidOut'] as const).map((key) => [
    text[key],
    formatNaira(sums[key]),
  ])
  return (
    <section className="card p-5">
      <h2 className="font-bold">{title}</h2>
      <dl className="mt-2 divide-y divide-line text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="flex items-baseline justify-between gap-4 py-2">
            <dt className="text-muted">{name}</dt>
            <dd className="money font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
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
          <a href={href} className="link inline-block py-2">
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

/** The entries of a campaign with what was raised after each. */
export function LedgerTable({ title, entries, pages }: TableProps) {
  const { columns: text, waiting, caption } = ledgerText
  const amount = (key: 'raised' | 'total' | 'owner' | 'platform' | 'provider' | 'paidOut') => ({
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
      place: 'note',
      cell: ({ day }) => <DateInTable dateTime={day} text={formatDay(day)} />,
    },
    { key: 'kind', header: text.kind, place: 'title', cell: toKindName },
    amount('raised'),
    { ...amount('total'), place: 'line' },
    amount('owner'),
    amount('platform'),
    amount('provider'),
    amount('paidOut'),
    {
      key: 'leaf',
      header: text.leaf,
      cell: ({ leaf }) => (leaf === null ? waiting : formatCount(leaf)),
    },
  ]
  return (
    <DataTable
      caption={caption({ title })}
      columns={columns}
      rows={entries}
      rowKey={({ place }) => String(place)}
      byDay={{ at: ({ day }) => day, amount: ({ raised }) => raised, pages }}
    />
  )
}
