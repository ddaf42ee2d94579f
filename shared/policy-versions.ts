/** The version of each policy and the day on which it takes effect. A change of meaning needs a new version. */
export const policyVersions = {
  terms: { version: '1.2', since: '2026-11-24' },
  privacy: { version: '2.2', since: '2026-12-01' },
  fees: { version: '1.1', since: '2026-11-24' },
  help: { version: '1.2', since: '2026-11-24' },
  refunds: { version: '1.2', since: '2026-11-23' },
} as const
