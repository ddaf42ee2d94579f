import { expect, it } from 'vitest'

import * as thresholds from './thresholds.ts'

it('has the thresholds of abuse detection that the decision record states', () => {
  const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
  expect({ ...thresholds }).toEqual({
    unpaidDonationLimit: {
      max: { network: 20, campaign: 20, global: 40 },
      share: 0.8,
      windowMs: hourMs,
      blockMs: hourMs,
      maxUnproven: 20,
    },
    failedCardAlarm: {
      windowMs: hourMs,
      sender: { minDonations: 10, share: 0.8, blockMs: dayMs },
      global: { minDonations: 50, share: 0.7, blockMs: hourMs },
    },
    failedLoginAlarm: { factor: 20, minBaseline: 5, hours: 24, blockMs: hourMs },
    mailBudgetAlarmShare: 0.5,
    emailCodeAlarm: { max: 150, windowMs: hourMs },
    readRateLimit: { max: 300, windowMs: 10_000 },
    secretDelay: {
      windowMs: 15 * minuteMs,
      account: { after: 10, maxMs: 30_000 },
      network: { after: 100, maxMs: 5_000 },
      maxParallel: 3,
    },
    emailCodeLimit: { perMinute: 1, perDay: 3 },
  })
})
