import type { DonationKey } from '../entries/donation-row.ts'

/** The refunds run this task; the ledger only queues it. */
export const reversalNoticeTask = 'mail-reversal-notices'

/** The job that mails the donor about reversals of this donation that no mail has announced. */
export function reversalNoticeJob({ campaignId, id }: DonationKey) {
  return {
    task: reversalNoticeTask,
    payload: { campaignId, id },
    key: `${reversalNoticeTask} ${id}`,
  }
}
