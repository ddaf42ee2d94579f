import { openTwoFactor } from '../accounts/two-factor.ts'
import { openSessions, sessionTasks } from '../accounts/sessions.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import type { Outbox } from '../mail/mail.ts'
import { unconfirmedTasks } from '../privacy/purge-unconfirmed.ts'
import type { ContentStore } from '../providers/content/content.ts'
import { abuseDetectionTasks } from '../rate-limits/abuse-detection.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'
import type { Log } from '../runtime/log.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { configuredIdentity } from './identity-adapter.ts'
import type { Overrides } from './overrides.ts'

type AccountDeps = {
  database: Database
  sealing: Sealing
  outbox: Outbox
  content: ContentStore
  log: Log
  now: () => Date
}

/** Accounts, sessions, two-factor authentication and the rate limits that protect them. */
export async function openAccounts(
  config: Config,
  deps: AccountDeps,
  overrides: Pick<Overrides, 'identity'>,
) {
  const { database, sealing, now } = deps
  const { publicUrl } = config
  const sessions = openSessions({ ...deps, publicUrl })
  const identity = overrides.identity ?? (await configuredIdentity(config, { ...deps, publicUrl }))
  const { isKnownDevice } = sessions
  const rateLimits = openRateLimits({ ...deps, isKnownDevice })
  const twoFactor = openTwoFactor({ database, sealing, counters: rateLimits.counters, now })
  return {
    identity,
    sessions,
    getActor: sessions.getActor,
    /** Undefined where RATE_LIMITS is off. */
    rateLimits: config.hasRateLimits ? rateLimits : undefined,
    twoFactor,
    accountTasks: [
      ...identity.tasks,
      ...sessionTasks(sessions),
      ...abuseDetectionTasks({ ...deps, abuseDetection: rateLimits.abuseDetection, config }),
      ...unconfirmedTasks({ ...deps, identity }),
    ],
  }
}
