import { useEffect, useRef } from 'react'

import type { ReviewItem } from '#shared/review.ts'

import { reviewText } from '../../text/review.ts'
import { toast } from '../../ui/toasts/toast.tsx'

/** The job starts within a second after the time. */
const extraSeconds = 1

/** Loads the queue again when a decision takes effect, and says so to the reviewer who made it. */
export function useScheduledDecisions(
  items: readonly ReviewItem[],
  reload: () => Promise<void>,
): void {
  const earlier = useRef<readonly ReviewItem[]>([])

  useEffect(() => {
    for (const before of earlier.current)
      announce(
        before,
        items.find(({ campaign }) => campaign.id === before.campaign.id),
      )
    earlier.current = items.filter(({ scheduled }) => scheduled?.isOwn)

    const waits = items.flatMap(({ scheduled }) => scheduled?.secondsLeft ?? [])
    if (waits.length === 0) return
    const timer = setTimeout(() => void reload(), (Math.min(...waits) + extraSeconds) * 1_000)
    return () => clearTimeout(timer)
  }, [items, reload])
}

function announce(before: ReviewItem, after: ReviewItem | undefined): void {
  const text = reviewText
  const { title } = before.campaign
  if (!after)
    toast(before.scheduled?.event === 'reject' ? text.rejected(title) : text.approved(title))
  else if (after.version > before.version && after.endorsedBy !== null && !after.unapplied)
    toast(text.endorsedToast(title))
}
