import type { Task } from '../jobs/jobs.ts'
import type { Refunds } from '../ledger/refunds.ts'
import { campaignMoney } from './campaign-money.ts'
import { openCancellations } from './cancellations.ts'
import { receivedGifts } from './received-gifts.ts'
import { returnNotices } from './return-notices.ts'
import { openThanks, type ThanksParts } from './thanks.ts'
import { openUnsubscribing } from './unsubscribe.ts'

export type Money = ReturnType<typeof openMoney>

/** The money of a campaign as its owner sees it, and what follows from it for those who gave. */
export function openMoney(parts: ThanksParts & { refunds: Refunds }) {
  const cancellations = openCancellations(parts)
  const thanks = openThanks(parts)
  return {
    tasks: [cancellations.task, thanks.task, returnNotices(parts)] satisfies Task[],
    gifts: receivedGifts(parts),
    cancellations,
    thanks,
    unsubscribing: openUnsubscribing(parts),
    async of(campaignId: string) {
      const [money, cancellation] = await Promise.all([
        campaignMoney(parts, campaignId),
        cancellations.progressOf(campaignId),
      ])
      return { ...money, cancellation }
    },
  }
}
