import type { ReviewChecks } from '#shared/review.ts'

import { formatDay } from '../../text/day.ts'
import { reviewText } from '../../text/review.ts'
import { Check } from './review-check.tsx'

type Props = { checks: Pick<ReviewChecks, 'similarNames' | 'accountOwners' | 'rejections'> }

/** Other accounts and earlier campaigns that this one is like. */
export function ReviewComparisons({ checks }: Props) {
  const { checks: text, reasonKinds } = reviewText
  return (
    <>
      {checks.similarNames.map(({ campaignId, kind, name }) => (
        <Check key={`${campaignId} ${kind}`} passed={false}>
          {text.similarName[kind](name)}
        </Check>
      ))}
      {checks.accountOwners > 0 && (
        <Check passed={false}>{text.accountOwners(checks.accountOwners)}</Check>
      )}
      {checks.rejections.map(({ campaignId, title, ground, at, because }) => (
        <Check key={`${campaignId} ${at}`} passed={false}>
          {text.rejected[because](
            title === '' ? text.noTitle : title,
            ground === 'takedown' ? text.takedown : reasonKinds[ground],
            formatDay(at.slice(0, 10)),
          )}
        </Check>
      ))}
    </>
  )
}
