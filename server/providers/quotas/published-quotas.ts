import type { Plans } from '#shared/plans.ts'

/** `day`: a day of UTC or of UTC-8, because Google does not publish which. `month`: a month of UTC. */
type Quota = { period: 'day' | 'month'; max: (plans: Plans) => number }

const verificationCodes: Quota = {
  period: 'day',
  max: ({ firebase }) => ({ spark: 10_000, blaze: 1_000_000 })[firebase],
}

/**
 * The quotas that the services publish (Firebase Authentication Limits, Sanity Technical Limits and plans; November 2026). Google names none
 * for codes of an address change, so they get that of verification.
 */
export const quotas = {
  'identity-verification-codes': verificationCodes,
  'identity-reset-codes': {
    period: 'day',
    max: ({ firebase }) => ({ spark: 1_500, blaze: 100_000 })[firebase],
  },
  'identity-address-codes': verificationCodes,
  'content-requests': {
    period: 'month',
    max: ({ sanity }) => ({ free: 250_000, growth: 250_000 })[sanity],
  },
  'content-cdn-requests': {
    period: 'month',
    max: ({ sanity }) => ({ free: 1_000_000, growth: 1_000_000 })[sanity],
  },
} as const satisfies Record<string, Quota>

export type QuotaName = keyof typeof quotas
export const quotaNames = Object.keys(quotas) as QuotaName[]
