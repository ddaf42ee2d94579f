import type { CampaignDetail } from '#shared/campaign.ts'
import { formatNaira } from '#shared/money.ts'

import { campaignText } from '../../../text/campaign.ts'
import { Card } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'

/** Funding Goal and Amount Raised, which is 'N/A' if it is unknown (specification §2). */
export function MoneyFacts({ campaign }: { campaign: CampaignDetail }) {
  const text = campaignText
  const { goal, raised, donors } = campaign
  return (
    <Card className="space-y-4 p-5">
      <dl className="grid gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 lg:block">
          <dt className="text-sm text-muted">{text.raised}</dt>
          <dd className="money text-xl font-bold">
            {raised === null ? text.unknown : formatNaira(raised)}
          </dd>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 lg:block">
          <dt className="text-sm text-muted">{text.goal}</dt>
          <dd className="money text-xl font-bold">{formatNaira(goal)}</dd>
        </div>
      </dl>
      <Progress value={raised ?? 0} max={goal} label={text.raisedSoFar} />
      <p className="text-sm text-muted">{text.donors(donors)}</p>
    </Card>
  )
}
