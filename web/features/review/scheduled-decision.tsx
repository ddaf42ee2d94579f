import { useEffect, useMemo, useRef } from 'react'

import type { ReviewItem } from '#shared/review.ts'

import { browserApi, noContent } from '../../api/client.ts'
import { useApiAction } from '../../forms/use-api-action.ts'
import { useCountdown } from '../../forms/use-countdown.ts'
import { reviewText } from '../../text/review.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts/toast.tsx'

type Props = {
  item: ReviewItem
  scheduled: NonNullable<ReviewItem['scheduled']>
  /** The reviewer has just decided, so the keyboard goes on here. */
  takesFocus: boolean
  onUndone: () => void
  onOutdated: () => void
}

/** A decision that takes effect in some seconds, and Undo for the reviewer who made it. */
export function ScheduledDecision({ item, scheduled, takesFocus, onUndone, onOutdated }: Props) {
  const text = reviewText.scheduled
  const { id, title } = item.campaign
  const undoButton = useRef<HTMLButtonElement>(null)
  const { run, busy } = useApiAction()
  const wait = useMemo(() => ({ retryAfterSeconds: scheduled.secondsLeft }), [scheduled])
  const { secondsLeft } = useCountdown(wait)

  useEffect(() => {
    if (takesFocus) undoButton.current?.focus()
  }, [takesFocus])

  if (!scheduled.isOwn) return <p className="font-medium">{text.byOther}</p>

  const undo = async () => {
    const isUndone = await run(() =>
      browserApi.post(`/reviews/${encodeURIComponent(id)}/undo`, {}, noContent),
    )
    if (!isUndone) return onOutdated()
    toast(text.undone(title))
    onUndone()
  }
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line p-4 sm:flex-row sm:items-center sm:justify-between">
      <p>
        <span className="font-semibold">{text[scheduled.event]}.</span>{' '}
        <span className="tabular-nums">
          {secondsLeft > 0 ? text.secondsLeft(secondsLeft) : text.now}
        </span>
      </p>
      <Button ref={undoButton} variant="quiet" busy={busy} onClick={() => void undo()}>
        {text.undo}
      </Button>
    </div>
  )
}
