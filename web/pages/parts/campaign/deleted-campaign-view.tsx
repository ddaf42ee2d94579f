import { BookOpen } from 'lucide-react'

import type { DeletedCampaign } from '#shared/deleted-campaign.ts'
import { formatNaira } from '#shared/money.ts'
import { Link } from '#web/router/link.tsx'

import { publicLedgerPath } from '../../../navigation/paths.ts'
import { categoryName } from '../../../text/category-name.ts'
import { formatDay } from '../../../text/day.ts'
import { deletedCampaignText } from '../../../text/deleted-campaign.ts'

/** What stays public of a deleted campaign: title, amounts and ledger, without people and pictures. */
export function DeletedCampaignView({ campaign }: { campaign: DeletedCampaign }) {
  const text = deletedCampaignText
  const { title, category, startDate, endDate, deletedOn, slug } = campaign
  return (
    <article className="wrap max-w-3xl space-y-6 py-6 lg:py-10">
      <header className="space-y-3">
        <p className="rounded-card bg-warning-soft px-4 py-3 font-semibold">{text.notice}</p>
        <h1 className="text-2xl font-extrabold wrap-anywhere sm:text-3xl">
          {title || text.untitled}
        </h1>
        <p className="text-muted">
          {categoryName(category)}
          {startDate !== null && endDate !== null && (
            <> · {text.period(formatDay(startDate), formatDay(endDate))}</>
          )}{' '}
          · {text.deletedOn(formatDay(deletedOn))}
        </p>
        <p>{text.explanation}</p>
      </header>
      <Sums campaign={campaign} />
      <Link to={publicLedgerPath(slug)} className="link inline-flex min-h-11 items-center gap-1.5">
        <BookOpen size={16} aria-hidden="true" />
        {text.ledger}
      </Link>
      <p className="text-muted">{text.help}</p>
    </article>
  )
}

function Sums({ campaign }: { campaign: DeletedCampaign }) {
  const text = deletedCampaignText
  const { donated, refunded, raised, donors } = campaign
  const rows = [
    [text.donated, formatNaira(donated)],
    [text.refunded, formatNaira(refunded)],
    [text.raised, formatNaira(raised)],
    [text.donors, String(donors)],
  ] as const
  return (
    <section className="card p-5">
      <h2 className="font-bold">{text.sums}</h2>
      <dl className="mt-2 divide-y divide-line">
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
