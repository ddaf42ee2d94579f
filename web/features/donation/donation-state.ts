import { donationText } from '../../text/donation.ts'

type StateName = keyof typeof donationText.receipt.states

/** Which words tell a donor about a status. A status that nobody foresaw is shown as it is (readings M5). */
export function donationState(status: string): StateName {
  if (status === 'pending' || status === 'processing') return 'open'
  const isKnown = status !== 'open' && Object.hasOwn(donationText.receipt.states, status)
  return isKnown ? (status as StateName) : 'other'
}
