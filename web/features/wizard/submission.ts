import { campaignAnswerSchema } from '#shared/campaign.ts'

import { ApiError, browserApi } from '../../api/client.ts'

const keyName = 'campaign-submission'

/**
 * Submits once: the key is made once per wizard and survives a reload, so that a repeated or repaired request is the same submission.
 * A refusal means that nothing was created; what is sent after it is a new submission.
 */
export async function submitCampaign(values: Record<string, unknown>) {
  try {
    const answer = await browserApi.post('/campaigns', values, campaignAnswerSchema, {
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
  const key = randomKey()
  sessionStorage.setItem(keyName, key)
  return key
}

/** Not crypto.randomUUID: that one is missing where the page came over plain HTTP. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
