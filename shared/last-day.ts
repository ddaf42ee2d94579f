import { addDays } from './day.ts'

/** Donations close when the end date begins, so it is the day before. */
export const toLastDay = (endDate: string): string => addDays(endDate, -1)

type Ending = { endDate: string | null; acceptsDonations: boolean }

/** Null for a campaign that has ended, or has no end. */
export const findLastDay = ({ endDate, acceptsDonations }: Ending): string | null =>
  acceptsDonations && endDate !== null ? toLastDay(endDate) : null
