import type { Conflict } from '#shared/moderation.ts'

import { moderationText as text } from '../../../text/moderation.ts'

/** Why this reviewer can't decide. Stands where the actions would be. */
export function ConflictNote({ conflicts }: { conflicts: readonly Conflict[] }) {
  return (
    <p className="rounded-card bg-mint p-4 text-on-mint">
      {text.conflict({
        relations: conflicts.map((conflict) => text.conflicts[conflict]).join(', '),
      })}
    </p>
  )
}
