import { lagosToday } from '#shared/day.ts'

import type { Database, Transaction } from '../../database/database.ts'
import { Refused } from '../../http/context.ts'
import type { User } from '../../policy/actor.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import { enqueueJob, type Task } from '../../queue/queue.ts'
import { refundCancelledJob } from '../../refunds/cancellations.ts'
import { deleteCampaignData } from './delete-campaign.ts'
import { systemActorUid, type Lifecycle } from './lifecycle.ts'

export type Endings = ReturnType<typeof openEndings>

type EndingsDeps = {
  database: Database
  content: ContentStore
  lifecycle: Lifecycle
  now: () => Date
}

const batchSize = 100

/** Ends campaigns at their owner's request or end date, cancels them for an admin, and deletes them. */
export function openEndings({ database, content, lifecycle, now }: EndingsDeps) {
  return {
    end: (campaign: StoredCampaign, owner: User) =>
      lifecycle.transition(campaign, { event: 'end', actorUid: owner.uid }),

    /** Queues the refund of all donations in the same transaction. */
    async cancel(campaign: StoredCampaign, admin: User, reason: string): Promise<void> {
      if (campaign.ownerUid === admin.uid) throw new Refused('own-campaign')
      const record = (queries: Transaction) => enqueueJob(queries, refundCancelledJob)
      await lifecycle.transition(campaign, { event: 'cancel', actorUid: admin.uid, reason, record })
    },

    /** The caller makes sure that the campaign has no donations (readings P4). */
    async delete(campaign: StoredCampaign): Promise<void> {
      await content.deleteCampaign(campaign.id)
      await database.transaction((queries) => deleteCampaignData(queries, campaign))
    },

    /** Ends all approved campaigns whose end date has come. Returns how many. */
    async endOverdue(): Promise<number> {
      let ended = 0
      for (;;) {
        const overdue = await content.listOverdue(lagosToday(now()), batchSize)
        const before = ended
        for (const campaign of overdue)
          try {
            await lifecycle.transition(campaign, { event: 'expire', actorUid: systemActorUid })
            ended += 1
          } catch (error) {
            // The owner or another server ended it at the same time.
            if (!(error instanceof Refused)) throw error
          }
        if (ended === before || overdue.length < batchSize) return ended
      }
    },
  }
}

/** Days begin in Lagos at 23:00 UTC. The hourly run catches up after downtime. */
export function endingTask(endings: Endings): Task {
  return {
    name: 'end-campaigns',
    lane: 'maintenance',
    cron: '1 * * * *',
    run: async () => void (await endings.endOverdue()),
  }
}
