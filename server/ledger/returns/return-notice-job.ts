export const returnNoticeTask = 'tell-of-return'

/** Looks whether a donor has to be told that money of this donation went back. */
export function returnNoticeJob({ campaignId, id }: { campaignId: string; id: string }) {
  return { task: returnNoticeTask, payload: { campaignId, id }, key: `${returnNoticeTask} ${id}` }
}
