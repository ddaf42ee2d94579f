import { openAccountEvents } from '../people/accounts/account-events.ts'
import { openSecureAccount } from '../people/accounts/secure-account.ts'
import { openTwoFactor } from '../people/accounts/two-factor.ts'
import { openSessions, sessionTasks } from '../people/accounts/sessions.ts'
import { openContactAccess } from '../campaigns/views/contact-access.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Outbox } from '../platform/mail/mail.ts'
import { resetMails } from '../platform/policy/rate-limit-policies.ts'
import { openAccessLog } from '../people/privacy/access-log.ts'
import { displacedTask, enqueueDisplaced } from '../people/privacy/erase-person.ts'
import { unconfirmedTasks } from '../people/privacy/purge-unconfirmed.ts'
import { retentionTask } from '../people/privacy/retention.ts'
import type { ContentStore } from '../providers/content/content.ts'
import { abuseDetectionTasks } from '../platform/rate-limits/abuse-detection.ts'
import { openRateLimits } from '../platform/rate-limits/rate-limits.ts'
import type { Log } from '../platform/runtime/log.ts'
import type { Sealing } from '../platform/runtime/sealing.ts'
import { moveFollows } from '../people/supporters/followers.ts'
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
  const { publicUrl, supportEmail } = config
  const events = openAccountEvents({ ...deps, publicUrl, supportEmail })
  const sessions = openSessions({ ...deps, events, publicUrl })
  const { isKnownDevice } = sessions
  const rateLimits = openRateLimits({ ...deps, isKnownDevice })
  const onNoResetMail = () => rateLimits.giveBackMail(resetMails)
  const identity =
    overrides.identity ??
    (await configuredIdentity(config, {
      ...deps,
      async recordChange(queries, change) {
        await events.record(queries, change)
        if (change.kind === 'address-changed') await moveFollows(sealing, queries, change)
      },
      publicUrl,
      onNoResetMail,
      onDisplaced: enqueueDisplaced,
    }))
  const twoFactor = openTwoFactor({ database, sealing, events, counters: rateLimits.counters, now })
  const secureAccount = openSecureAccount({ ...deps, identity, events })
  return {
    identity,
    sessions,
    accountEvents: events,
    secureAccount,
    accessLog: openAccessLog(deps),
    getActor: sessions.getActor,
    /** Undefined where RATE_LIMITS is off. */
    rateLimits: config.hasRateLimits ? rateLimits : undefined,
    getContactHiding: openContactAccess({
      counters: config.hasRateLimits ? rateLimits.counters : undefined,
    }),
    twoFactor,
    accountTasks: [
      ...identity.tasks,
      secureAccount.task,
      ...sessionTasks(sessions),
      ...abuseDetectionTasks({ ...deps, abuseDetection: rateLimits.abuseDetection, config }),
      retentionTask(deps),
      ...unconfirmedTasks({ ...deps, identity, events }),
      displacedTask({ ...deps, events }),
    ],
  }
}
