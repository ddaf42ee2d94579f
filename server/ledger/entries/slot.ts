/** One of 16 slots, by the first digit of the random id. A donation and its reversals share a slot. */
export function getSlot(donationId: string): number {
  return Number.parseInt(donationId.slice(0, 1), 16)
}
