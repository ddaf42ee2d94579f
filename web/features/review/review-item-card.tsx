import { useState, type ReactNode } from 'react'

import { formatNaira } from '#shared/money.ts'
import type { ReviewItem } from '#shared/review.ts'

import { ApiError, browserApi, noContent } from '../../api/client.ts'
import { formatMoment } from '../../text/day.ts'
import { reviewText } from '../../text/review.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { ReviewFacts } from './review-facts.tsx'

type Props = {
  item: ReviewItem
  /** The campaign as visitors will see it. */
  preview: ReactNode
  onDecided: () => void
}

/** One campaign of the queue, and the two things that can be done about it. */
export function ReviewItemCard({ item, preview, onDecided }: Props) {
  const text = reviewText
  const { campaign } = item
  const { decide, deciding } = useDecision(item, onDecided)
  const [rejecting, setRejecting] = useState(false)
  const reject = async (reason: string) => {
    if (await decide('reject', { reason })) setRejecting(false)
  }
  return (
    <article aria-labelledby={`review-${campaign.id}`}>
      <Card className="grid gap-6 p-5 sm:p-6">
        <header>
          <h2 id={`review-${campaign.id}`} className="text-xl font-bold wrap-anywhere">
            {campaign.title}
          </h2>
          <p className="text-sm text-muted">{text.submitted(formatMoment(item.submittedAt))}</p>
        </header>
        <ReviewFacts item={item} goal={formatNaira(campaign.goal)} />
        <details className="rounded-card border border-line">
          <summary className="px-4 py-3 font-semibold">{text.asPublic}</summary>
          <div className="border-t border-line p-4 sm:p-6">{preview}</div>
        </details>
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button busy={deciding} onClick={() => void decide('approve', {})}>
            {text.approve}
          </Button>
          <Button variant="danger" disabled={deciding} onClick={() => setRejecting(true)}>
            {text.reject}
          </Button>
        </div>
      </Card>
      <RejectDialog open={rejecting} onReject={reject} onClose={() => setRejecting(false)} />
    </article>
  )
}

/** Whatever the answer, the queue is read again: another reviewer may have been quicker. */
function useDecision({ campaign }: ReviewItem, onDecided: () => void) {
  const text = reviewText
  const [deciding, setDeciding] = useState(false)
  const decide = async (decision: 'approve' | 'reject', body: object) => {
    if (deciding) return false
    setDeciding(true)
    try {
      const path = `/reviews/${encodeURIComponent(campaign.id)}/${decision}`
      await browserApi.post(path, body, noContent)
      toast(decision === 'approve' ? text.approved(campaign.title) : text.rejected(campaign.title))
      onDecided()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message, 'error')
      if (error.code === 'already-reviewed' || error.code === 'not-found') onDecided()
      return false
    } finally {
      setDeciding(false)
    }
  }
  return { decide, deciding }
}
