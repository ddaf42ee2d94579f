import type { DecisionForm, ReviewItem } from '#shared/review.ts'

import { ApiError, browserApi, noContent } from '../../api/client.ts'
import { useApiAction } from '../../forms/use-api-action.ts'
import { reviewText } from '../../text/review.ts'
import { toast } from '../../ui/toasts/toast.tsx'

/** Errors that mean that the queue on the screen is outdated. */
const outdatedCodes = new Set(['already-reviewed', 'campaign-changed', 'not-found'])

/** The decisions of a reviewer. `onDecided` is also called when another reviewer was faster. */
export function useDecision(item: ReviewItem, onDecided: () => void) {
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
