import { useState, type ReactNode } from 'react'

import { formatNaira } from '#shared/money.ts'
import type { DecisionForm, ReviewItem } from '#shared/review.ts'

import { ApiError, browserApi, noContent } from '../../api/client.ts'
import { useApiAction } from '../../forms/use-api-action.ts'
import { formatMoment } from '../../text/day.ts'
import { reviewText } from '../../text/review.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { ReviewChanges } from './review-changes.tsx'
import { ReviewChecks } from './review-checks.tsx'
import { ReviewFacts } from './review-facts.tsx'

type Props = {
  item: ReviewItem
  /** The campaign as visitors see it. */
  preview: ReactNode
  history: ReactNode
  onDecided: () => void
}

/** A campaign of the queue: facts and checks, a preview beside them, and the decision. */
export function ReviewItemCard({ item, preview, history, onDecided }: Props) {
  const text = reviewText
  const { campaign, kind, transitions } = item
  return (
    <article aria-labelledby={`review-${campaign.id}`}>
      <Card className="grid gap-6 p-5 sm:p-6">
        <header className="space-y-1">
          <h2 id={`review-${campaign.id}`} className="text-xl font-bold wrap-anywhere">
            {campaign.title}
          </h2>
          <p className="text-sm text-muted">{text.submitted(formatMoment(item.submittedAt))}</p>
          {kind === 'change' && (
            <p className="flex">
              <Badge tone="info">{text.change}</Badge>
            </p>
          )}
        </header>
        <div className="group grid gap-6 xl:has-[>details[open]]:grid-cols-[22rem_minmax(0,1fr)]">
          <div className="grid content-start gap-6">
            <ReviewFacts item={item} goal={formatNaira(campaign.goal)} />
            <ReviewChanges changes={item.changes} />
            <ReviewChecks checks={item.checks} />
            {transitions.length > 1 && (
              <details>
                <summary className="py-1 font-semibold">{text.history}</summary>
                <div className="pt-2">{history}</div>
              </details>
            )}
          </div>
          <details className="min-w-0 self-start rounded-card border border-line">
            <summary className="px-4 py-3 font-semibold">{text.asPublic}</summary>
            <div className="border-t border-line p-4 sm:p-6">{preview}</div>
          </details>
        </div>
        <Decision item={item} onDecided={onDecided} />
      </Card>
    </article>
  )
}

function Decision({ item, onDecided }: Pick<Props, 'item' | 'onDecided'>) {
  const text = reviewText
  const { approve, ask, reject, busy } = useDecision(item, onDecided)
  const [open, setOpen] = useState<'ask' | 'reject' | null>(null)
  const close = () => setOpen(null)
  const closeAfter = async (decision: Promise<boolean>) => {
    if (await decision) close()
  }
  return (
    <div className="grid gap-3">
      {item.needsSecondApproval && (
        <p className="font-medium">
          {item.endorsedBy === null ? text.needsTwo : text.endorsed(item.endorsedBy)}
        </p>
      )}
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button busy={busy} onClick={() => void approve()}>
          {text.approve}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={() => setOpen('ask')}>
          {text.ask}
        </Button>
        <Button variant="danger" disabled={busy} onClick={() => setOpen('reject')}>
          {text.reject}
        </Button>
      </div>
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
    </div>
  )
}

/** Errors that mean that the queue on the screen is outdated. */
const outdatedCodes = new Set(['already-reviewed', 'campaign-changed', 'not-found'])

/** The decisions of a reviewer. `onDecided` is also called when another reviewer was faster. */
function useDecision(item: ReviewItem, onDecided: () => void) {
  const text = reviewText
  const { campaign, version } = item
  const { title } = campaign
  const { run, busy } = useApiAction()
  const decide = (decision: 'approve' | 'ask' | 'reject', body: object, message: string) =>
    run(async () => {
      try {
        const path = `/reviews/${encodeURIComponent(campaign.id)}/${decision}`
        await browserApi.post(path, body, noContent)
      } catch (error) {
        if (error instanceof ApiError && outdatedCodes.has(error.code)) onDecided()
        throw error
      }
      toast(message)
      onDecided()
    })
  const isFirstOfTwo = item.needsSecondApproval && item.endorsedBy === null
  return {
    busy,
    approve: () =>
      decide(
        'approve',
        { version },
        isFirstOfTwo ? text.endorsedToast(title) : text.approved(title),
      ),
    ask: (reason: string) => decide('ask', { reason }, text.asked(title)),
    reject: (form: DecisionForm) => decide('reject', form, text.rejected(title)),
  }
}
