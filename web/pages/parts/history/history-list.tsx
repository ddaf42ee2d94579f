import type { CampaignHistoryResponse } from '#shared/campaign-history.ts'

import { formatMoment } from '../../../format/day.ts'
import { historyText as text } from '../../../text/history.ts'

export function HistoryList({ transitions }: Pick<CampaignHistoryResponse, 'transitions'>) {
  return (
    <ol className="grid gap-3">
      {transitions.map(({ event, actor, name, reason, at }) => (
        <li key={`${at} ${event}`} className="border-l-4 border-line pl-3">
          <p className="font-semibold">{text.events[event]}</p>
          {reason && <p className="whitespace-pre-line wrap-anywhere">{reason}</p>}
          <p className="text-sm text-muted">
            {text.entry({
              when: formatMoment(at),
              actor: name === null ? text.actors[actor] : text.by({ name }),
            })}
          </p>
        </li>
      ))}
    </ol>
  )
}
