import { brand } from '#shared/brand.ts'
import type { Foundation } from '../../providers/foundation.ts'
import type { Mail } from '../mail/mail.ts'
import { writeMail, staffLanguage } from '../mail/write-mail.ts'
import * as policies from '../policy/rate-limit-policies.ts'
import type { Task } from '../queue/queue.ts'
import type { Log } from '../runtime/log.ts'
import type { CheckoutAttempts } from './checkout-attempts.ts'
import type { Counters } from './counters.ts'
import type { EmailCodes } from './proofs.ts'
import { toBlockName, toCounterName } from './scopes.ts'
import { hasFailedLoginSpike } from './secret-delay.ts'
import { failedLoginAlarm, mailBudgetAlarmShare } from './thresholds.ts'

export type AbuseDetection = ReturnType<typeof openAbuseDetection>

type AbuseDetectionDeps = {
  counters: Counters
  checkouts: CheckoutAttempts
  emailCodes: Pick<EmailCodes, 'isAlarming'>
  now: () => Date
}

/** Each kind of alarm is sent at most once an hour. */
const alarmIntervalMs = 3_600_000

export function openAbuseDetection(deps: AbuseDetectionDeps) {
  const { counters, checkouts, emailCodes, now } = deps
  return {
    /** Finds abuse that no single request shows, blocks it, and returns the alarms to send. */
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
    /** Deletes expired counters and attempts. */
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
    for (const limit of policies.signUps.limits) {
      const name =
        limit.onExceed === 'queue' && toCounterName(policies.signUps, limit, { global: '' })
      const current = name ? await counters.get(name) : undefined
      if (current && current.count >= mailBudgetAlarmShare * limit.max) return true
    }
    return false
  }

  async function isFirstThisHour(alarm: Alarm): Promise<boolean> {
    const { count } = await counters.increment(`alarm ${alarm}`, alarmIntervalMs)
    return count === 1
  }
}

type TaskDeps = Pick<Foundation, 'database' | 'outbox'> & {
  abuseDetection: AbuseDetection
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
      run: () => abuseDetection.purge(),
    },
  ]
}

export const alarms = [
  'failing-cards',
  'failing-cards-everywhere',
  'failing-logins',
  'mail-budget',
  'email-codes',
] as const
type Alarm = (typeof alarms)[number]

/** To the admin. It names no donor or account: the log and the provider's dashboard have the details. */
export function alarmMail(to: string, alarm: Alarm): Mail {
  const { subject, paragraphs } = contents[alarm]
  return writeMail({ to, language: staffLanguage, reason: 'staff' }, `${brand}: ${subject}`, [
    ...paragraphs,
    frequency,
  ])
}

const frequency = 'You get this alarm at most once an hour.'

const contents: Record<Alarm, { subject: string; paragraphs: string[] }> = {
  'failing-cards': {
    subject: 'possible card testing',
    paragraphs: [
      'Within an hour, at least ten donations came from one network, from one email address or for one campaign, and at least 80% of their cards were declined.',
      'For 24 hours, donors on that network, with that email address or for that campaign have to enter a code that we email to them, unless they are logged in. Please check the failed payments in your payment provider’s dashboard.',
    ],
  },
  'failing-cards-everywhere': {
    subject: 'most cards are declined',
    paragraphs: [
      'Within an hour, the payment provider reported a result for at least 50 donations, and at least 70% of their cards were declined. Either cards are being tested from many places, or the provider has a problem.',
      'For at least one hour, all donors have to enter a code that we email to them, unless they are logged in.',
    ],
  },
  'failing-logins': {
    subject: 'many wrong passwords',
    paragraphs: [
      'This hour has more than 20 times as many wrong passwords as usual. Someone may be guessing passwords.',
      'For at least one hour, every browser has to solve a challenge before it can log in. No account is locked.',
    ],
  },
  'mail-budget': {
    subject: 'half of the hourly emails are used',
    paragraphs: [
      'Half of the 300 emails per hour that visitors can cause have been sent. Until the hour is over, each further one costs its browser a challenge, and after 300 they are sent later.',
    ],
  },
  'email-codes': {
    subject: 'many donors are asked for a code',
    paragraphs: [
      'Within an hour, we emailed at least 150 codes to donors, because many donations were started and few were paid. Either cards are being tested, or the payment provider has a problem.',
      'The more requests one network sends, the longer its browsers have to work or wait for a code.',
    ],
  },
}
