import { donationText } from '../../../text/donation.ts'

type StatusKey = keyof typeof donationText.status.states

/** The key of a status in the texts. Unknown statuses become 'other' (readings M5). */
export function toStatusKey(status: string): StatusKey {
  if (status === 'pending' || status === 'processing') return 'open'
  const isKnown = status !== 'open' && Object.hasOwn(donationText.status.states, status)
  return isKnown ? (status as StatusKey) : 'other'
}
