import type { ReactNode } from 'react'

import { formatNaira } from '#shared/money.ts'
import type { ReviewItem } from '#shared/review.ts'

import { formatMoment } from '../../text/day.ts'
import { reviewText } from '../../text/review.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ReviewChanges } from './review-changes.tsx'
import { ReviewChecks } from './review-checks.tsx'
import { ReviewDecision } from './review-decision.tsx'
import { ReviewDocuments } from './review-documents.tsx'
import { ReviewFacts } from './review-facts.tsx'

type Props = {
  item: ReviewItem
  /** The campaign as visitors see it. */
  preview: ReactNode
  history: ReactNode
  /** What a change would change. Null for a new campaign. */
  difference: ReactNode
  /** Stands in place of the decision where another reviewer has to decide. */
  conflict: ReactNode
  onDecided: () => void
}

/** A campaign of the queue: facts and checks, a preview beside them, and the decision. */
export function ReviewItemCard({ item, preview, history, difference, conflict, onDecided }: Props) {
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
            <ReviewChanges changes={item.changes} difference={difference} />
            <ReviewChecks checks={item.checks} />
            <ReviewDocuments documents={item.documents} />
            {transitions.length > 1 && (
              <details>
                <summary className="py-1 font-semibold">{text.history}</summary>
                <div className="pt-2">{history}</div>
              </details>
            )}
          </div>
          <details open className="min-w-0 self-start rounded-card border border-line">
            <summary className="px-4 py-3 font-semibold">{text.asPublic}</summary>
            <div className="border-t border-line p-4 sm:p-6">{preview}</div>
          </details>
        </div>
        {conflict ?? <ReviewDecision item={item} onDecided={onDecided} />}
      </Card>
    </article>
  )
}
