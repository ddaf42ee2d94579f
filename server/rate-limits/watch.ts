import type { Database } from '../database/database.ts'
import type { Task } from '../queue/queue.ts'
import type { Log } from '../runtime/log.ts'
import { alarmMail } from './alarm-mail.ts'
import type { Outbox } from '../mail/mail.ts'
import { subjectOf } from './admission.ts'
import type { Attempts } from './attempts.ts'
import type { CheckoutAttempts } from './checkout-attempts.ts'
import { areLoginsFailing } from './failed-logins.ts'
import { failingLogins, limitedActions, mailAlarmShare } from './limit-table.ts'
import { breakerSubject } from './subjects.ts'

const alarms = [
  'failing-cards',
  'failing-cards-everywhere',
  'failing-logins',
  'mail-budget',
] as const
export type Alarm = (typeof alarms)[number]

export interface Watch {
  /** Looks for what no single request shows, holds up who does it, and says what somebody has to be told. */
  look: () => Promise<Alarm[]>
  /** Forgets what is over. */
  purge: () => Promise<void>
}

type Parts = { attempts: Attempts; checkouts: CheckoutAttempts; now: () => Date }

/** Of each kind somebody is told once an hour. */
const toldWithinMs = 3_600_000

export function openWatch({ attempts, checkouts, now }: Parts): Watch {
  return {
    async look() {
      const { senders, everybody } = await checkouts.holdUpFailing()
      const found: Record<Alarm, boolean> = {
        'failing-cards': senders > 0,
        'failing-cards-everywhere': everybody,
        'failing-logins': await holdUpLogins(),
        'mail-budget': await isMailRunningOut(),
      }
      const told: Alarm[] = []
      for (const alarm of alarms) if (found[alarm] && (await isNews(alarm))) told.push(alarm)
      return told
    },
    async purge() {
      await attempts.purge()
      await checkouts.purge()
    },
  }

  async function holdUpLogins(): Promise<boolean> {
    if (!(await areLoginsFailing(attempts, now()))) return false
    await attempts.count(breakerSubject({ name: 'login' }, 'everybody', ''), failingLogins.heldUpMs)
    return true
  }

  async function isMailRunningOut(): Promise<boolean> {
    for (const action of limitedActions.filter(({ name }) => name === 'mail-budget'))
      for (const limit of action.limits) {
        const subject = subjectOf(action, limit, { everybody: '' })
        const counted = subject === undefined ? undefined : await attempts.look(subject)
        if (counted && counted.count >= mailAlarmShare * limit.most) return true
      }
    return false
  }

  async function isNews(alarm: Alarm): Promise<boolean> {
    const { count } = await attempts.count(`alarm ${alarm}`, toldWithinMs)
    return count === 1
  }
}

type Telling = {
  watch: Watch
  database: Database
  outbox: Outbox
  log: Pick<Log, 'error'>
  config: { operatorEmail: string }
}

/** Every minute, and what it finds goes to the log and to whoever runs this Ajo. */
export function watchTasks({ watch, database, outbox, log, config }: Telling): Task[] {
  return [
    {
      name: 'watch-abuse',
      cron: '* * * * *',
      run: async () => {
        for (const alarm of await watch.look()) {
          log.error({ alarm }, 'somebody should look')
          const mail = alarmMail(config.operatorEmail, alarm)
          await database.transaction((queries) => outbox.enqueue(queries, mail))
        }
      },
    },
    { name: 'purge-attempts', cron: '7 * * * *', run: watch.purge },
  ]
}
