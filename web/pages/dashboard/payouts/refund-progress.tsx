import type { CampaignPayouts } from '#shared/payouts.ts'

import { payoutsText } from '../../../text/payouts.ts'
import { formatCount } from '../../../text/plural.ts'
import { Card } from '../../../ui/card.tsx'
import { ShortMoment } from '../../../ui/short-moment.tsx'
import { Progress } from '../../../ui/progress.tsx'

type Props = { cancellation: NonNullable<CampaignPayouts['cancellation']> }

/** How many donations of a cancelled campaign have been refunded. */
export function RefundProgress({ cancellation }: Props) {
  const { cancellation: text } = payoutsText
  const { donations, refunded, inProgress, waiting, failed, nextAt } = cancellation
  const { needsAttention, givenUp } = cancellation
  return (
    <Card className="space-y-3 border-warning p-5 sm:p-6">
      <h2 className="text-xl font-bold">{text.title}</h2>
      <p>{text.text}</p>
      <Progress value={refunded} max={donations} label={text.label} />
      <p>
        {text.counts({
          donations: formatCount(donations),
          refunded: formatCount(refunded),
          inProgress: formatCount(inProgress),
        })}
      </p>
      {waiting + failed > 0 && (
        <p className="text-sm text-muted">
          {text.pending({ waiting: formatCount(waiting), failed: formatCount(failed) })}{' '}
          {nextAt !== null && (
            <>
              {text.next} <ShortMoment iso={nextAt} />.
            </>
          )}
        </p>
      )}
      {needsAttention > 0 && (
        <p className="text-sm">{text.attention(formatCount(needsAttention))}</p>
      )}
      {givenUp > 0 && <p className="text-sm">{text.givenUp(formatCount(givenUp))}</p>}
    </Card>
  )
}
