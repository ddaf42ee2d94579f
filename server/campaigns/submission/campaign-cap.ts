import { invalid } from '#shared/messages.ts'

import { Refused } from '../../http/context.ts'
import type { ContentStore } from '../../providers/content/content.ts'

const mostPending = 3

/** Reviewers have only so many hours: nobody has more than a few campaigns with them. */
export async function refuseMany(
  content: Pick<ContentStore, 'countCampaigns'>,
  ownerUid: string,
): Promise<void> {
  const [pending, asked] = await Promise.all([
    content.countCampaigns({ ownerUid, status: 'pending' }),
    content.countCampaigns({ ownerUid, status: 'information-requested' }),
  ])
  if (pending + asked >= mostPending)
    throw new Refused('too-many-requests', { message: invalid.tooManyPending })
}
