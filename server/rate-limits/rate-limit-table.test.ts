import { expect, it } from 'vitest'

import {
  failedCardAlarm,
  failedLoginAlarm,
  rateLimitTable,
  loginDelay,
  mailBudgetAlarmShare,
  readRateLimit,
  unpaidDonationLimit,
} from './rate-limit-table.ts'

const spans: Record<number, string> = {
  60_000: 'minute',
  600_000: '10 minutes',
  900_000: '15 minutes',
  3_600_000: 'hour',
  86_400_000: 'day',
}

const toLine = ({
  max,
  unit,
  per,
  windowMs,
  onExceed,
}: (typeof rateLimitTable)[number]['limits'][0]) =>
  `${max}${unit ? ` ${unit}` : ''} a ${spans[windowMs] ?? windowMs} per ${per}: ${onExceed}`

it('limits each action as the decision record states', () => {
  const table = Object.fromEntries(
    rateLimitTable.map(({ name, limits }) => [name, limits.map(toLine)]),
  )
  expect(table).toEqual({
    'sign-up': [
      '2 a minute per network: challenge',
      '10 a hour per network: challenge',
      '50 a hour per network: refuse',
      '200 a hour per global: challenge',
    ],
    'signed-up': ['1 a 10 minutes per email: refuse'],
    login: ['5 a minute per network: challenge', '30 a minute per network: refuse'],
    mail: [
      '5 a day per network: challenge',
      '50 a day per network: refuse',
      '1 a minute per email: refuse',
      '5 a day per email: refuse',
    ],
    'mail-budget': ['300 a hour per global: refuse'],
    'email-change': [
      '5 a day per email-change: refuse',
      '1 a minute per new-email: refuse',
      '5 a day per new-email: refuse',
    ],
    code: ['10 a 15 minutes per network: refuse'],
    donation: [
      '5 a minute per network: challenge',
      '20 a hour per network: challenge',
      '2 a hour per email-and-campaign: challenge',
      '10 a hour per email: refuse',
      '30 a minute per campaign: challenge',
    ],
    'receipt-mail': ['20 a hour per network: refuse'],
    campaign: [
      '3 a day per account: refuse',
      '5 a day per network: challenge',
      '25 a day per network: refuse',
    ],
    'campaign-edit': ['20 a hour per account: refuse'],
    report: ['5 a hour per network: challenge', '20 a day per network: refuse'],
    feedback: ['10 a hour per account: refuse'],
    picture: [
      '20 a hour per account: refuse',
      '100000 kilobytes a hour per account: refuse',
      '40 a hour per network: refuse',
    ],
    webhook: ['60 a minute per network: refuse'],
  })
})

it('has the thresholds of abuse detection and the other limits', () => {
  const hourMs = 3_600_000
  const dayMs = 24 * hourMs
  expect({ failedCardAlarm, failedLoginAlarm, mailBudgetAlarmShare }).toEqual({
    failedCardAlarm: {
      windowMs: hourMs,
      sender: { minDonations: 10, share: 0.8, blockMs: dayMs },
      global: { minDonations: 50, share: 0.7, blockMs: hourMs },
    },
    failedLoginAlarm: { factor: 20, minBaseline: 5, hours: 24, blockMs: hourMs },
    mailBudgetAlarmShare: 0.5,
  })
  expect({ unpaidDonationLimit, loginDelay, readingLimit: readRateLimit }).toEqual({
    unpaidDonationLimit: { max: 20, share: 0.8, windowMs: hourMs },
    loginDelay: { after: 10, windowMs: 15 * 60_000, maxMs: 30_000 },
    readingLimit: { max: 300, windowMs: 10_000 },
  })
})
