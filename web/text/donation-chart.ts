import { plural } from './plural.ts'

/** The chart of the donations of a campaign or of all campaigns of a person. */
export const donationChartText = {
  title: 'Donations over time',
  summary: (donations: string, from: string, to: string) => `${donations} from ${from} to ${to}`,
  donations: (count: number) =>
    plural(count, { one: '1 donation', other: (counted) => `${counted} donations` }),
  goal: (amount: string) => `The dashed line is the goal of ${amount}.`,
  explanation: 'Each bar is the total of all donations until then.',
  asTable: 'Show as a table',
  caption: 'Donations by day',
  day: 'Day',
  count: 'Donations',
  amount: 'Amount',
  total: 'Total',
}
