import { expect, it } from 'vitest'

import {
  failingCards,
  failingLogins,
  limitedActions,
  loginDelay,
  mailAlarmShare,
  readingLimit,
  unpaidLimit,
} from './limit-table.ts'

const spans: Record<number, string> = {
  60_000: 'minute',
  600_000: '10 minutes',
  900_000: '15 minutes',
  3_600_000: 'hour',
  86_400_000: 'day',
}

const lineOf = ({
  most,
  unit,
  per,
  withinMs,
  over,
}: (typeof limitedActions)[number]['limits'][0]) =>
  `${most}${unit ? ` ${unit}` : ''} a ${spans[withinMs] ?? withinMs} per ${per}: ${over}`

it('has the figures that were asked for', () => {
  const table = Object.fromEntries(
    limitedActions.map(({ name, limits }) => [name, limits.map(lineOf)]),
  )
  expect(table).toEqual({
    'sign-up': [
      '2 a minute per network: puzzle',
      '10 a hour per network: puzzle',
      '50 a hour per network: refuse',
      '200 a hour per everybody: puzzle',
    ],
    'signed-up': ['1 a 10 minutes per email: refuse'],
    login: ['5 a minute per network: puzzle', '30 a minute per network: refuse'],
    mail: [
      '5 a day per network: puzzle',
      '50 a day per network: refuse',
      '1 a minute per email: refuse',
      '5 a day per email: refuse',
    ],
    'mail-budget': ['300 a hour per everybody: refuse'],
    'email-change': [
      '5 a day per email-change: refuse',
      '1 a minute per new-email: refuse',
      '5 a day per new-email: refuse',
    ],
    code: ['10 a 15 minutes per network: refuse'],
    donation: [
      '5 a minute per network: puzzle',
      '20 a hour per network: puzzle',
      '2 a hour per email-and-campaign: puzzle',
      '10 a hour per email: refuse',
      '30 a minute per campaign: puzzle',
    ],
    'receipt-mail': ['20 a hour per network: refuse'],
    campaign: [
      '3 a day per account: refuse',
      '5 a day per network: puzzle',
      '25 a day per network: refuse',
    ],
    'campaign-edit': ['20 a hour per account: refuse'],
    report: ['5 a hour per network: puzzle', '20 a day per network: refuse'],
    feedback: ['10 a hour per account: refuse'],
    picture: [
      '20 a hour per account: refuse',
      '100000 kilobytes a hour per account: refuse',
      '40 a hour per network: refuse',
    ],
    webhook: ['60 a minute per network: refuse'],
  })
})

it('has the figures of what no single request shows', () => {
  const hourMs = 3_600_000
  const dayMs = 24 * hourMs
  expect({ failingCards, failingLogins, mailAlarmShare }).toEqual({
    failingCards: {
      withinMs: hourMs,
      sender: { least: 10, share: 0.8, heldUpMs: dayMs },
      everybody: { least: 50, share: 0.7, heldUpMs: hourMs },
    },
    failingLogins: { times: 20, quiet: 5, hours: 24, heldUpMs: hourMs },
    mailAlarmShare: 0.5,
  })
  expect({ unpaidLimit, loginDelay, readingLimit }).toEqual({
    unpaidLimit: { most: 20, share: 0.8, withinMs: hourMs },
    loginDelay: { after: 10, withinMs: 15 * 60_000, mostMs: 30_000 },
    readingLimit: { most: 300, withinMs: 10_000 },
  })
})
