import type { CampaignCard } from '#shared/campaign.ts'
import { formatNaira } from '#shared/money.ts'

import { campaignText } from '../../../text/campaign.ts'
import { Progress } from '../../../ui/progress.tsx'

/** A progress bar, and the amount raised of the goal. */
export function Funding({ goal, raised }: Pick<CampaignCard, 'goal' | 'raised'>) {
  const text = campaignText
  return (
    <div className="space-y-2 text-sm">
      <div className="flex items-center gap-3">
        <Progress value={raised ?? 0} max={goal} label={text.raisedSoFar} className="grow" />
        {raised !== null && (
          <span className="money font-semibold text-forest">
            {text.percent(toPercent(raised, goal))}
          </span>
        )}
      </div>
      <p>
        <strong className="money text-base">
          {raised === null ? text.unknown : formatNaira(raised)}
        </strong>{' '}
        <span className="money text-muted">{text.goalAmount(formatNaira(goal))}</span>
      </p>
    </div>
  )
}

/** Rounded down, so that 100% appears only when the goal is reached. */
export function toPercent(raised: number, goal: number): number {
  return goal > 0 ? Math.floor((raised / goal) * 100) : 0
}
