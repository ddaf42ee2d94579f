import { campaignResponseSchema } from '#shared/campaign.ts'

import { ApiError, browserApi } from '../../api/client.ts'
import { needsNewKey, newIdempotencyKey } from '../../api/idempotency-key.ts'

const keyName = 'campaign-submission'

/** Submits a campaign. The idempotency key is in session storage, so that a retry after a reload is the same submission. */
export async function submitCampaign(values: Record<string, unknown>) {
  try {
    const { campaign } = await browserApi.post('/campaigns', values, campaignResponseSchema, {
      'idempotency-key': getKey(),
    })
    sessionStorage.removeItem(keyName)
    return campaign
  } catch (error) {
    if (error instanceof ApiError && needsNewKey(error)) sessionStorage.removeItem(keyName)
    throw error
  }
}

function getKey(): string {
  const stored = sessionStorage.getItem(keyName)
  if (stored !== null) return stored
  const key = newIdempotencyKey()
  sessionStorage.setItem(keyName, key)
  return key
}
