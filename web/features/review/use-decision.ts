import { useState } from 'react'

import type { DecisionForm, ReviewItem } from '#shared/review.ts'

import { ApiError, browserApi, noContent } from '../../api/client.ts'
import { reviewText } from '../../text/review.ts'
import { toast } from '../../ui/toast.tsx'

/** After these the queue is not what the reviewer sees. */
const outdated = new Set(['already-reviewed', 'campaign-changed', 'not-found'])

/** Whatever the answer, the queue is read again: another reviewer may have been quicker. */
export function useDecision(item: ReviewItem, onDecided: () => void) {
  const text = reviewText
  const { campaign, version } = item
  const { title } = campaign
  const [deciding, setDeciding] = useState(false)
  const decide = async (decision: 'approve' | 'ask' | 'reject', body: object, said: string) => {
    if (deciding) return false
    setDeciding(true)
    try {
      const path = `/reviews/${encodeURIComponent(campaign.id)}/${decision}`
      await browserApi.post(path, body, noContent)
      toast(said)
      onDecided()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message, 'error')
      if (outdated.has(error.code)) onDecided()
      return false
    } finally {
      setDeciding(false)
    }
  }
  const isFirstOfTwo = item.needsTwo && item.endorsedBy === null
  return {
    deciding,
    approve: () =>
      decide('approve', { version }, isFirstOfTwo ? text.endorsedNow(title) : text.approved(title)),
    ask: (reason: string) => decide('ask', { reason }, text.asked(title)),
    reject: (form: DecisionForm) => decide('reject', form, text.rejected(title)),
  }
}
