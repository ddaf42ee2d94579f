import { invalid } from '#shared/messages.ts'

import { Refused } from '../../http/context.ts'
import type { ContentStore } from '../../providers/content/content.ts'

const maxPending = 3

/** Limits how many campaigns an owner can have in review at once. */
export async function checkPendingLimit(
  content: Pick<ContentStore, 'countCampaigns'>,
  ownerUid: string,
): Promise<void> {
  const [pending, informationRequested] = await Promise.all([
    content.countCampaigns({ ownerUid, status: 'pending' }),
    content.countCampaigns({ ownerUid, status: 'information-requested' }),
  ])
  if (pending + informationRequested >= maxPending)
    throw new Refused('too-many-requests', { message: invalid.tooManyPending })
}
