import type { Translation } from '#shared/translation.ts'

import type { donationChartText as english } from '../donation-chart.ts'
import { plural } from '../plural.ts'

export const donationChartText: Translation<typeof english> = {
  title: 'Donations over time',
  summary: (donations: string, from: string, to: string) => `${donations}, ${from} reach ${to}`,
  donations: (count: number) =>
    plural(count, { one: '1 donation', other: (counted) => `${counted} donations` }),
  goal: (amount: string) => `The line wey cut-cut na the goal of ${amount}.`,
  explanation: 'Each bar na all the money wey don enter reach that time.',
  asTable: 'Show am as table',
  caption: 'Donations by day',
  day: 'Day',
  count: 'Donations',
  amount: 'Amount',
  total: 'Total',
}
