import type { Database } from '../database/database.ts'
import type { Outbox } from '../mail/mail.ts'
import type { Task } from '../queue/queue.ts'
import type { Log } from '../runtime/log.ts'
import { alarmMail, alarms, type Alarm } from './alarm-mail.ts'
import type { CheckoutAttempts } from './checkout-attempts.ts'
import type { Counters } from './counters.ts'
import { hasFailedLoginSpike } from './failed-logins.ts'
import { failedLoginAlarm, mailBudgetAlarmShare, rateLimitTable } from './rate-limit-table.ts'
import { toCounterName } from './rate-limiter.ts'
import { toBlockName } from './scopes.ts'

export interface AbuseDetection {
  /** Finds abuse that no single request shows, blocks it, and returns the alarms to send. */
  detect: () => Promise<Alarm[]>
  /** Deletes expired counters and attempts. */
  purge: () => Promise<void>
}

type AbuseDetectionDeps = { counters: Counters; checkouts: CheckoutAttempts; now: () => Date }

/** Each kind of alarm is sent at most once an hour. */
const alarmIntervalMs = 3_600_000

export function openAbuseDetection(deps: AbuseDetectionDeps): AbuseDetection {
  const { counters, checkouts, now } = deps
  return {
    async detect() {
      const { senders, isGlobal } = await checkouts.blockFailingCards()
      const isActive: Record<Alarm, boolean> = {
        'failing-cards': senders > 0,
        'failing-cards-everywhere': isGlobal,
        'failing-logins': await blockLoginSpike(),
        'mail-budget': await isMailBudgetLow(),
      }
      const due: Alarm[] = []
      for (const alarm of alarms)
        if (isActive[alarm] && (await isFirstThisHour(alarm))) due.push(alarm)
      return due
    },
    async purge() {
      await counters.purge()
      await checkouts.purge()
    },
  }

  async function blockLoginSpike(): Promise<boolean> {
    if (!(await hasFailedLoginSpike(counters, now()))) return false
    const name = toBlockName({ name: 'login' }, 'global', '')
    await counters.increment(name, failedLoginAlarm.blockMs)
    return true
  }

  async function isMailBudgetLow(): Promise<boolean> {
    for (const action of rateLimitTable.filter(({ name }) => name === 'mail-budget'))
      for (const limit of action.limits) {
        const name = toCounterName(action, limit, { global: '' })
        const current = name === undefined ? undefined : await counters.get(name)
        if (current && current.count >= mailBudgetAlarmShare * limit.max) return true
      }
    return false
  }

  async function isFirstThisHour(alarm: Alarm): Promise<boolean> {
    const { count } = await counters.increment(`alarm ${alarm}`, alarmIntervalMs)
    return count === 1
  }
}

type TaskDeps = {
  abuseDetection: AbuseDetection
  database: Database
  outbox: Outbox
  log: Pick<Log, 'error'>
  config: { adminEmail: string }
}

/** Runs detection every minute. Alarms go to the log and by mail to the admin. */
export function abuseDetectionTasks(deps: TaskDeps): Task[] {
  const { abuseDetection, database, outbox, log, config } = deps
  return [
    {
      name: 'detect-abuse',
      cron: '* * * * *',
      run: async () => {
        for (const alarm of await abuseDetection.detect()) {
          log.error({ alarm }, 'abuse alarm')
          const mail = alarmMail(config.adminEmail, alarm)
          await database.transaction((queries) => outbox.enqueue(queries, mail))
        }
      },
    },
    { name: 'purge-rate-limits', cron: '7 * * * *', run: abuseDetection.purge },
  ]
}
