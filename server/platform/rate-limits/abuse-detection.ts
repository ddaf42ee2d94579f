import type { Database } from '../database/database.ts'
import type { Outbox } from '../mail/mail.ts'
import * as policies from '../policy/rate-limit-policies.ts'
import type { Task } from '../queue/queue.ts'
import type { Log } from '../runtime/log.ts'
import { alarmMail, alarms, type Alarm } from './alarm-mail.ts'
import type { CheckoutAttempts } from './checkout-attempts.ts'
import type { Counters } from './counters.ts'
import { hasFailedLoginSpike } from './failed-logins.ts'
import type { EmailCodes } from './email-codes.ts'
import { toBlockName, toCounterName } from './scopes.ts'
import { failedLoginAlarm, mailBudgetAlarmShare } from './thresholds.ts'

export interface AbuseDetection {
  /** Finds abuse that no single request shows, blocks it, and returns the alarms to send. */
  detect: () => Promise<Alarm[]>
  /** Deletes expired counters and attempts. */
  purge: () => Promise<void>
}

type AbuseDetectionDeps = {
  counters: Counters
  checkouts: CheckoutAttempts
  emailCodes: Pick<EmailCodes, 'isAlarming'>
  now: () => Date
}

/** Each kind of alarm is sent at most once an hour. */
const alarmIntervalMs = 3_600_000

export function openAbuseDetection(deps: AbuseDetectionDeps): AbuseDetection {
  const { counters, checkouts, emailCodes, now } = deps
  return {
    async detect() {
      const { senders, isGlobal } = await checkouts.blockFailingCards()
      const isActive: Record<Alarm, boolean> = {
        'failing-cards': senders > 0,
        'failing-cards-everywhere': isGlobal,
        'failing-logins': await blockLoginSpike(),
        'mail-budget': await isMailBudgetLow(),
        'email-codes': await emailCodes.isAlarming(),
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
    const name = toBlockName(policies.logins, 'global', '')
    await counters.increment(name, failedLoginAlarm.blockMs)
    return true
  }

  async function isMailBudgetLow(): Promise<boolean> {
    for (const policy of [policies.signUps, policies.resetMails, policies.verificationMails])
      for (const limit of policy.limits) {
        const name = toCounterName(policy, limit, { global: '' })
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
      lane: 'maintenance',
      cron: '* * * * *',
      run: async () => {
        for (const alarm of await abuseDetection.detect()) {
          log.error({ alarm }, 'abuse alarm')
          const mail = alarmMail(config.adminEmail, alarm)
          await database.transaction((queries) => outbox.enqueue(queries, mail))
        }
      },
    },
    {
      name: 'purge-rate-limits',
      lane: 'maintenance',
      cron: '7 * * * *',
      run: abuseDetection.purge,
    },
  ]
}
