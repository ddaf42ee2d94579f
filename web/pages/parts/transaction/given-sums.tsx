import { formatNaira } from '#shared/money.ts'
import type { Given } from '#shared/overview.ts'

import { overviewText } from '../../../text/overview.ts'
import { formatCount } from '../../../text/plural.ts'

type Props = { given: Pick<Given, 'given' | 'donations'> }

/** What a person gave in all. */
export function GivenSums({ given: { given, donations } }: Props) {
  const { donor: text } = overviewText
  return (
    <dl className="card grid gap-4 p-4 sm:grid-cols-2 sm:p-5">
      <div>
        <dt className="text-sm text-muted">{text.given}</dt>
        <dd className="money text-xl font-bold wrap-anywhere">{formatNaira(given)}</dd>
        <dd className="text-sm text-muted">{text.refundsHint}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{text.count}</dt>
        <dd className="money text-xl font-bold">{formatCount(donations)}</dd>
      </div>
    </dl>
  )
}
