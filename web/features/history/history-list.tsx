import type { CampaignPast } from '#shared/campaign-history.ts'

import { formatMoment } from '../../text/day.ts'
import { historyText } from '../../text/history.ts'

/** What was done with a campaign, when and by whom, in the words that were written. */
export function HistoryList({ moves }: Pick<CampaignPast, 'moves'>) {
  const text = historyText
  return (
    <ol className="grid gap-3">
      {moves.map(({ event, by, name, reason, at }) => (
        <li key={`${at} ${event}`} className="border-l-4 border-line pl-3">
          <p className="font-semibold">{text.events[event]}</p>
          {reason && <p className="whitespace-pre-line wrap-anywhere">{reason}</p>}
          <p className="text-sm text-muted">{text.by(name ?? text.doers[by], formatMoment(at))}</p>
        </li>
      ))}
    </ol>
  )
}
