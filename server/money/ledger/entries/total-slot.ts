/**
 * One of the 16 rows over which each total is divided, by the first digit of the donation's random id, so that simultaneous donations
 * rarely wait for one row. A donation's entries all use one.
 */
export function getTotalSlot(donationId: string): number {
  return Number.parseInt(donationId.slice(0, 1), 16)
}
