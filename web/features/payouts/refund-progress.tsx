import type { CampaignMoney } from '#shared/campaign-money.ts'

import { moneyText } from '../../text/payouts.ts'
import { formatCount } from '../../text/plural.ts'
import { Card } from '../../ui/card.tsx'
import { Progress } from '../../ui/progress.tsx'

type Props = { cancellation: NonNullable<CampaignMoney['cancellation']> }

/** How far the gifts of a cancelled campaign are on their way back. */
export function RefundProgress({ cancellation }: Props) {
  const { cancellation: text } = moneyText
  const { gifts, back, onTheWay, waiting, refused } = cancellation
  return (
    <Card className="space-y-3 border-warning p-5 sm:p-6">
      <h2 className="text-xl font-bold">{text.title}</h2>
      <p>{text.text}</p>
      <Progress value={back} max={gifts} label={text.label} />
      <p>
        {text.counts({
          gifts: formatCount(gifts),
          back: formatCount(back),
          onTheWay: formatCount(onTheWay),
        })}
      </p>
      {waiting + refused > 0 && (
        <p className="text-sm text-muted">
          {text.open({ waiting: formatCount(waiting), refused: formatCount(refused) })}
        </p>
      )}
    </Card>
  )
}
