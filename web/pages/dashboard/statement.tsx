import { Download } from 'lucide-react'

import { formatNaira } from '#shared/money.ts'
import type { Statement } from '#shared/receipt.ts'
import { useLoaderData, Link } from '#web/router/navigate.tsx'

import { donationPath, givenPath } from '../../navigation/paths.ts'
import { receiptText } from '../../text/receipt.ts'
import { buttonClass } from '../../ui/button.tsx'
import { type Column, DataTable, LinkInTable, ShortMoment } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Loaded } from '../parts/dashboard/loaded.tsx'
import { ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import type { loader } from './statement.data.ts'

const { statement: text } = receiptText

/** What a signed-in donor gave in a year. */
export function Component() {
  const { year, statement } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHeader title={text.title} subtitle={text.subtitle({ year: Number(year) })} />
      <Loaded key={year} data={statement} text={text}>
        {(loaded) => <Year statement={loaded} />}
      </Loaded>
    </>
  )
}

function Year({ statement }: { statement: Statement }) {
  const { year, years, donations, mode } = statement
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap justify-between gap-3 print:hidden">
        <nav aria-label={text.years} className="flex flex-wrap gap-2">
          {years.map((each) => (
            <Link
              key={each}
              to={`?year=${each}`}
              aria-current={each === year ? 'page' : undefined}
              className={`${buttonClass('quiet')} aria-[current=page]:bg-mint aria-[current=page]:text-on-mint`}
            >
              {each}
            </Link>
          ))}
        </nav>
        {donations.length > 0 && <PdfLink year={year} />}
      </div>
      {donations.length === 0 ? (
        <EmptyState
          title={text.none({ year })}
          text={text.noneHint}
          action={
            <Link to={givenPath} className={buttonClass('quiet')}>
              {text.donationsLink}
            </Link>
          }
        />
      ) : (
        <>
          {mode !== 'live' && <p className="font-semibold">{text.test}</p>}
          <Sums statement={statement} />
          <StatementTable statement={statement} />
        </>
      )}
    </div>
  )
}

function PdfLink({ year }: { year: number }) {
  return (
    <a href={`/api/statements/${year}/statement.pdf`} download className={buttonClass()}>
      <Download size={18} aria-hidden="true" />
      {text.pdf}
    </a>
  )
}

function Sums({ statement: { donated, reversed, net } }: { statement: Statement }) {
  const sums = [
    [text.donated, donated],
    [text.refunded, reversed],
    [text.net, net],
  ] as const
  return (
    <dl className="grid gap-3 sm:grid-cols-3">
      {sums.map(([name, amount]) => (
        <div key={name} className="card p-4">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="money mt-1 text-xl font-bold wrap-anywhere">{formatNaira(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

type Donation = Statement['donations'][number]

export function StatementTable({ statement: { year, donations } }: { statement: Statement }) {
  const columns: Column<Donation>[] = [
    { header: text.date, place: 'note', cell: ({ donatedAt }) => <ShortMoment iso={donatedAt} /> },
    {
      header: text.number,
      place: 'line',
      cell: ({ accessCode, number }) => (
        <LinkInTable
          to={donationPath(accessCode)}
          reloadDocument
          className="code whitespace-nowrap"
        >
          {number}
        </LinkInTable>
      ),
    },
    { header: text.campaign, place: 'title', cell: ({ campaign }) => campaign },
    { header: text.donated, numeric: true, cell: ({ amount }) => formatNaira(amount) },
    { header: text.refunded, numeric: true, cell: ({ reversed }) => formatNaira(reversed) },
  ]
  return (
    <DataTable
      caption={text.caption({ year })}
      columns={columns}
      rows={donations}
      rowKey={({ accessCode }) => accessCode}
    />
  )
}
