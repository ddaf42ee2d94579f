import { lagosToday } from '#shared/day.ts'

import type { Database, Queries } from '../../database/database.ts'
import { Refused } from '../../http/context.ts'
import { enqueueJob, type Task } from '../../queue/queue.ts'
import { cancelledJob } from '../../refunds/cancellations.ts'
import type { User } from '../../policy/actor.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import { forgetCampaign } from './delete-campaign.ts'
import { clockUid, type Course, type Doing } from './transitions.ts'

export type Endings = ReturnType<typeof openEndings>

type Parts = {
  database: Database
  content: ContentStore
  course: Course
  now: () => Date
}

const batch = 100

/** How campaigns end: by their owner, by their date, or because an admin cancels them. */
export function openEndings(parts: Parts) {
  const { database, course } = parts
  const take = (campaign: StoredCampaign, doing: Doing) =>
    database.transaction((queries: Queries) => course.take(queries, campaign, doing))
  return {
    end: (campaign: StoredCampaign, owner: User) =>
      take(campaign, { event: 'end', actorUid: owner.uid }),

    /** Whatever was given is to go back: the campaign stays cancelled until somebody has seen to that. */
    async cancel(campaign: StoredCampaign, admin: User, reason: string): Promise<void> {
      if (campaign.ownerUid === admin.uid) throw new Refused('own-campaign')
      await database.transaction(async (queries) => {
        await course.take(queries, campaign, { event: 'cancel', actorUid: admin.uid, reason })
        await enqueueJob(queries, cancelledJob)
      })
    },

    /** Gone, for its owner and for everybody, before anybody gave (readings P4). */
    async remove(campaign: StoredCampaign): Promise<void> {
      await parts.content.deleteCampaign(campaign.id)
      await database.transaction((queries) => forgetCampaign(queries, campaign))
    },

    /** Ends whatever has an end date that has come. Answers how many. */
    endOverdue: () => endOverdue(parts, take),
  }
}

async function endOverdue(
  { content, now }: Parts,
  take: (campaign: StoredCampaign, doing: Doing) => Promise<void>,
): Promise<number> {
  let ended = 0
  for (;;) {
    const overdue = await content.listOverdue(lagosToday(now()), batch)
    const before = ended
    for (const campaign of overdue)
      try {
        await take(campaign, { event: 'expire', actorUid: clockUid })
        ended += 1
      } catch (error) {
        // Its owner ended it in the same moment.
        if (!(error instanceof Refused)) throw error
      }
    if (ended === before || overdue.length < batch) return ended
  }
}

/** Days begin in Lagos at 23:00 UTC; the other hours are for a server that slept then. */
export function endingTask(endings: Endings): Task {
  return {
    name: 'end-campaigns',
    cron: '1 * * * *',
    run: async () => void (await endings.endOverdue()),
  }
}
