import type { MonthlyDonation } from '#shared/donation.ts'
import { formatNaira } from '#shared/money.ts'
import { Link } from '#web/router/navigate.tsx'

import { formatDay } from '../../../format/day.ts'
import { myDonationsText } from '../../../text/my-donations.ts'
import { Section } from '../../../ui/section.tsx'

/** What a donor gives every month. Nothing for others. */
export function MonthlyDonations({ monthly }: { monthly: readonly MonthlyDonation[] }) {
  const { monthly: text } = myDonationsText
  if (monthly.length === 0) return null
  return (
    <Section isSmall id="monthly" title={text.title} className="card p-4 sm:p-5">
      <ul className="divide-y divide-line">
        {monthly.map(({ title, amount, nextOn, endPath }) => (
          <li key={endPath} className="flex flex-wrap items-center gap-x-4 py-2">
            <p className="min-w-0 flex-1 basis-40">
              <span className="block font-semibold wrap-anywhere">{title}</span>
              <span className="block text-sm text-muted">
                {text.next({ day: formatDay(nextOn) })}
              </span>
            </p>
            <p className="money font-bold">{formatNaira(amount)}</p>
            <Link
              to={endPath}
              reloadDocument
              className="link py-3"
              aria-label={text.endOne({ campaign: title })}
            >
              {text.end}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
