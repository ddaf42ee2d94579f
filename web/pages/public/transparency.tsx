import { moderationSentences } from '#shared/text/moderation-sentences.ts'
import type { YearlyFigures } from '#shared/moderation.ts'
import { formatNaira, kobo } from '#shared/money.ts'
import { takedownGrounds } from '#shared/takedown.ts'
import { useLoaderData } from '#web/router/navigate.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { paths } from '../../navigation/paths.ts'
import { reportText } from '../../text/report.ts'
import { transparencyReportText as text } from '../../text/transparency-report.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  return getApi(context).get('/transparency')
}

/** What was decided about campaigns in each year, for everyone. */
export function Component() {
  const { years } = useLoaderData<typeof loader>()
  return (
    <PublicLayout>
      <PageHead title={text.title} description={text.intro} path={paths.transparency} />
      <article className="wrap max-w-[52rem] py-10 max-lg:ml-0 lg:py-16">
        <h1 className="text-3xl font-extrabold">{text.title}</h1>
        <p className="mt-3 text-lg text-muted">{text.intro}</p>
        <p className="mt-3">
          <a href="/log/checkpoint" className="link">
            {text.log}
          </a>
        </p>
        {years.length === 0 && <p className="mt-9">{text.none}</p>}
        {years.map((figures) => (
          <Year key={figures.year} figures={figures} />
        ))}
      </article>
    </PublicLayout>
  )
}

function Year({ figures }: { figures: YearlyFigures }) {
  const { year, reports } = figures
  return (
    <Section id={`year-${year}`} title={year} className="mt-9 space-y-6">
      <DataTable
        caption={text.campaigns}
        rows={listRows(figures)}
        rowKey={({ name }) => name}
        columns={[
          { header: text.figure, cell: ({ name }) => name },
          { header: text.number, numeric: true, cell: ({ value }) => value },
        ]}
      />
      {reports.length > 0 && (
        <div className="space-y-2">
          <h3 className="font-bold">{text.reports}</h3>
          <DataTable
            caption={text.reports}
            rows={reports}
            rowKey={({ reason }) => reason}
            columns={[
              { header: text.reason, cell: ({ reason }) => reportText.reasons[reason] },
              ...(['received', 'dismissed', 'acted', 'open'] as const).map((key) => ({
                header: text[key],
                numeric: true,
                cell: (row: YearlyFigures['reports'][number]) => row[key],
              })),
            ]}
          />
        </div>
      )}
    </Section>
  )
}

const rowNames = [
  'submitted',
  'approved',
  'rejected',
  'medianHoursToReview',
  'medianHoursToClose',
  'freezes',
  'takedowns',
  'appeals',
  'upheld',
  'overturned',
  'refunds',
  'refundedKobo',
] as const

function listRows(figures: YearlyFigures) {
  const { takedowns, refundedKobo } = figures
  const grounds = takedownGrounds.filter((ground) => takedowns[ground])
  const shown = {
    ...figures,
    takedowns: Object.values(takedowns).reduce((sum, count) => sum + count, 0),
    refundedKobo: formatNaira(kobo(refundedKobo)),
  }
  return [
    ...rowNames.map((key) => ({ name: text.rows[key], value: shown[key] ?? text.unknown })),
    ...grounds.map((ground) => ({
      name: text.takedown({ ground: moderationSentences.grounds[ground] }),
      value: takedowns[ground],
    })),
  ]
}
