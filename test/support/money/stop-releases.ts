import type { Database } from '#server/platform/database/database.ts'
import { Refused } from '#server/platform/http/context.ts'
import type { User } from '#server/platform/policy/actor.ts'
import type { Sealing } from '#server/platform/runtime/sealing.ts'
import { openStopReleases } from '#server/money/payouts/payout-stops.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'
import { openConflicts } from '#server/staff/moderation/conflicts.ts'
import { kobo } from '#shared/money.ts'

type Deps = { database: Database; sealing: Sealing; now: () => Date }

/** Releases a stop of the campaign's payouts, above a sum by two people. */
export function stopReleases(
  { database, sealing, now }: Deps,
  stopped: object,
  secondPersonAbove = 1e15,
) {
  const campaign = { ...stopped, status: 'approved' } as StoredCampaign
  const releases = openStopReleases({
    secondPersonAbove: kobo(secondPersonAbove),
    database,
    content: { findCampaign: async () => campaign },
    conflicts: openConflicts({ sealing }),
    mode: 'sandbox',
    now,
  })
  return (person: User, kind: Parameters<typeof releases.release>[2]['kind']) =>
    releases.release(
      campaign,
      { ...person, kind: 'user' },
      { kind, reason: 'I called the clinic.' },
    )
}

/** What two people do at the same time is done by one of them. */
export function ignoreRefused(error: unknown) {
  if (!(error instanceof Refused)) throw error
}
