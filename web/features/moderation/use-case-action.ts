import type { CaseAction, ModerationCase } from '#shared/moderation.ts'

import { ApiError, browserApi, noContent } from '../../api/client.ts'
import { useApiAction } from '../../forms/use-api-action.ts'
import { moderationText } from '../../text/moderation.ts'
import { toast } from '../../ui/toasts/toast.tsx'

type Target = Pick<ModerationCase, 'id' | 'campaignId' | 'title'>

/** Errors that mean that the queue on the screen is outdated. */
const outdatedCodes = new Set([
  'already-reviewed',
  'campaign-status-changed',
  'conflict-of-interest',
  'not-found',
])

/** Sends an action on a case. `onDone` is also called when the queue is outdated. */
export function useCaseAction({ id, campaignId, title }: Target, onDone: () => void) {
  const { run, busy } = useApiAction()
  const act = (action: CaseAction, body: object = {}) =>
    run(async () => {
      const path =
        action === 'cancel'
          ? `/campaigns/${encodeURIComponent(campaignId)}/cancel`
          : `/cases/${id}/${action === 'confirm-unfreeze' ? 'unfreeze' : action}`
      try {
        await browserApi.post(path, body, noContent)
      } catch (error) {
        if (error instanceof ApiError && outdatedCodes.has(error.code)) onDone()
        throw error
      }
      toast(moderationText.done[action](title))
      onDone()
    })
  return { act, busy }
}
