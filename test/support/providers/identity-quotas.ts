import { refusal } from './identity-refusal.ts'

/** What Google publishes for the free plan (Firebase Authentication Limits). */
export const sparkQuotas = {
  /** With the API key, from one address. The project itself has no such limit. */
  signUpsPerHour: 100,
  codesPerDay: {
    VERIFY_EMAIL: 10_000,
    PASSWORD_RESET: 1_500,
    VERIFY_AND_CHANGE_EMAIL: 10_000,
  } as Record<string, number>,
}

export function useQuota(used: Map<string, number>, key: string, max: number) {
  const before = used.get(key) ?? 0
  if (before >= max) throw refusal('QUOTA_EXCEEDED : Exceeded quota.')
  used.set(key, before + 1)
}
