import type { DisputeListItem } from '#shared/dispute.ts'
import { Link } from '#web/router/link.tsx'

import { disputePath } from '../../navigation/paths.ts'
import { disputeText } from '../../text/dispute.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DisputeFacts } from './dispute-facts.tsx'

/** Those that wait for an answer first, by deadline. */
export function DisputeList({ disputes }: { disputes: DisputeListItem[] }) {
  const text = disputeText
  if (disputes.length === 0) return <EmptyState title={text.none} />
  return (
    <ul className="grid gap-6">
      {disputes.map((dispute) => (
        <li key={dispute.id}>
          <Card className="grid gap-4 p-5 sm:p-6">
            <h2 className="text-lg font-bold wrap-anywhere">{dispute.campaign}</h2>
            <DisputeFacts dispute={dispute} />
            {dispute.conflicts.length > 0 ? (
              <p className="text-sm">{text.answer.conflict}</p>
            ) : (
              <Link
                to={disputePath(dispute.id)}
                className={`${buttonClass('quiet')} sm:justify-self-start`}
              >
                {text.see}
              </Link>
            )}
          </Card>
        </li>
      ))}
    </ul>
  )
}
