import { campaignResponseSchema } from '#shared/campaign.ts'

import { ApiError, browserApi } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'

const keyName = 'campaign-submission'

/**
 * Submits once: the key is made once per wizard and survives a reload, so that a repeated or repaired request is the same submission.
 * A refusal means that nothing was created; what is sent after it is a new submission.
 */
export async function submitCampaign(values: Record<string, unknown>) {
  try {
    const answer = await browserApi.post('/campaigns', values, campaignResponseSchema, {
      'idempotency-key': submissionKey(),
    })
    sessionStorage.removeItem(keyName)
    return answer.campaign
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500)
      sessionStorage.removeItem(keyName)
    throw error
  }
}

function submissionKey(): string {
  const kept = sessionStorage.getItem(keyName)
  if (kept !== null) return kept
  const key = newIdempotencyKey()
  sessionStorage.setItem(keyName, key)
  return key
}
