import { useEffect, useRef, useState, useMemo } from 'react'

import { errorSentences } from '#shared/error-sentences.ts'
import type { DecisionForm, ReviewItem } from '#shared/review.ts'

import { browserApi } from '../../../api/client.ts'
import { lazyDialog } from '../../../forms/lazy.tsx'
import { useApiAction } from '../../../forms/use-api-action.ts'
import { useCountdown } from '../../../forms/submit-button.tsx'
import { reviewText } from '../../../text/review.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useStaffAction } from '../parts/use-staff-action.ts'

const ApproveDialog = lazyDialog(async () => (await import('./dialogs.tsx')).ApproveDialog)
const ReasonDialog = lazyDialog(async () => (await import('./dialogs.tsx')).ReasonDialog)
const RejectDialog = lazyDialog(async () => (await import('./dialogs.tsx')).RejectDialog)

type Props = { item: ReviewItem; onDecided: () => void }

/** The decision of a reviewer, and Undo until it takes effect. */
export function ReviewDecision({ item, onDecided }: Props) {
  const text = reviewText
  const { scheduled, unapplied, campaign } = item
  const [hasDecided, setDecided] = useState(false)
  const decided = () => {
    setDecided(true)
    onDecided()
  }
  return (
    <div className="grid gap-3">
      <output className="sr-only">
        {scheduled?.isOwn && hasDecided
          ? text.scheduled.announced({ title: campaign.title, count: scheduled.secondsLeft })
          : ''}
      </output>
      {unapplied && (
        <p role="alert" className="font-medium">
          {text.scheduled.unapplied} {errorSentences[unapplied]}
        </p>
      )}
      {item.needsSecondApproval && <p className="font-medium">{toEndorsement(item)}</p>}
      {scheduled && (
        <ScheduledDecision
          item={item}
          scheduled={scheduled}
          takesFocus={hasDecided}
          onUndone={onDecided}
          onOutdated={onDecided}
        />
      )}
      <DecisionButtons
        item={item}
        hidden={scheduled !== null}
        onDecided={decided}
        onOutdated={onDecided}
      />
    </div>
  )
}

function toEndorsement({ endorsedBy, isEndorsedByReader }: ReviewItem): string {
  const text = reviewText
  if (endorsedBy === null) return text.needsTwo
  return isEndorsedByReader ? text.endorsedByYou : text.endorsed({ name: endorsedBy })
}

type ButtonsProps = Props & { hidden: boolean; onOutdated: () => void }

/** The dialogs stay while the buttons are hidden, so that a text that is being written is not lost. */
function DecisionButtons({ item, hidden, onDecided, onOutdated }: ButtonsProps) {
  const text = reviewText
  const { approve, ask, reject, busy } = useDecision(item, onDecided, onOutdated)
  const approveButton = useRef<HTMLButtonElement>(null)
  const wasHidden = useRef(hidden)
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body
    if (wasHidden.current && !hidden && isFocusLost) approveButton.current?.focus()
    wasHidden.current = hidden
  }, [hidden])
  const [open, setOpen] = useState<'approve' | 'ask' | 'reject' | null>(null)
  const close = () => setOpen(null)
  const closeAfter = async (decision: Promise<boolean>) => {
    if (await decision) close()
  }
  return (
    <>
      {!hidden && (
        <div className="flex flex-col gap-3 sm:flex-row">
          {!item.isEndorsedByReader && (
            <Button ref={approveButton} disabled={busy} onClick={() => setOpen('approve')}>
              {text.approve}
            </Button>
          )}
          <Button variant="quiet" disabled={busy} onClick={() => setOpen('ask')}>
            {text.ask}
          </Button>
          <Button variant="danger" disabled={busy} onClick={() => setOpen('reject')}>
            {text.reject}
          </Button>
        </div>
      )}
      <ApproveDialog
        open={open === 'approve'}
        item={item}
        busy={busy}
        onApprove={(reason) => closeAfter(approve(reason))}
        onClose={close}
      />
      <ReasonDialog
        open={open === 'ask'}
        title={text.askTitle}
        campaign={item.campaign.title}
        label={text.question}
        hint={text.questionHint}
        confirmLabel={text.ask}
        variant="primary"
        onSend={(reason) => closeAfter(ask(reason))}
        onClose={close}
      />
      <RejectDialog
        open={open === 'reject'}
        campaign={item.campaign.title}
        onReject={(form) => closeAfter(reject(form))}
        onClose={close}
      />
    </>
  )
}

/** Errors that mean that the queue on the screen is outdated: another reviewer was faster. */
const outdatedCodes = ['already-reviewed', 'campaign-changed', 'decision-under-way', 'not-found']

function useDecision(item: ReviewItem, onDecided: () => void, onOutdated: () => void) {
  const { campaign, version } = item
  const { act, busy } = useStaffAction(onDecided, { outdatedCodes, onOutdated })
  const decide = (decision: 'approve' | 'ask' | 'reject', body: object, message?: string) =>
    act(`/reviews/:id/${decision}`, campaign.id, message, body)
  return {
    busy,
    approve: (reason?: string) =>
      decide('approve', { version, ...(reason !== undefined && { reason }) }),
    ask: (reason: string) => decide('ask', { reason }, reviewText.asked({ title: campaign.title })),
    reject: (form: DecisionForm) => decide('reject', { version, ...form }),
  }
}

type ScheduledProps = {
  item: ReviewItem
  scheduled: NonNullable<ReviewItem['scheduled']>
  /** The reviewer has just decided, so the keyboard goes on here. */
  takesFocus: boolean
  onUndone: () => void
  onOutdated: () => void
}

/** A decision that takes effect in some seconds, and Undo for the reviewer who made it. */
function ScheduledDecision({ item, scheduled, takesFocus, onUndone, onOutdated }: ScheduledProps) {
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
    const isUndone = await run(() => browserApi.post('/reviews/:id/undo', {}, { id }))
    if (!isUndone) return onOutdated()
    toast(text.undone({ title }))
    onUndone()
  }
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line p-4 sm:flex-row sm:items-center sm:justify-between">
      <p>
        <span className="font-semibold">{text[scheduled.event]}.</span>{' '}
        <span className="tabular-nums">
          {secondsLeft > 0 ? text.secondsLeft({ count: secondsLeft }) : text.now}
        </span>
      </p>
      <Button ref={undoButton} variant="quiet" busy={busy} onClick={() => void undo()}>
        {text.undo}
      </Button>
    </div>
  )
}
