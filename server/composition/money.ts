import type { Task } from '../queue/queue.ts'
import type { Refunds } from '../refunds/refunds.ts'
import { campaignMoney } from '../payouts/campaign-money.ts'
import { openCancellations } from '../refunds/cancellations.ts'
import { receivedGifts } from '../payouts/received-donations.ts'
import { returnNotices } from '../refunds/refund-notices.ts'
import { openThanks, type ThanksParts } from '../supporters/thank-you-messages.ts'
import { openUnsubscribing } from '../supporters/unsubscribe.ts'

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
