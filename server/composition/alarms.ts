import type { Config } from '../config/config.ts'
import { alarmTask, type AlarmDeps } from '../health/alarms/raise-alarms.ts'
import type { Task } from '../queue/queue.ts'

/** The job that tells the people of the settings about alarms. */
export function configuredAlarms(
  config: Config,
  deps: Omit<AlarmDeps, 'adminEmail' | 'publicUrl' | 'webhook' | 'hasBackups'>,
): Task {
  const { adminEmail, publicUrl, alarmWebhook: webhook, backup } = config
  return alarmTask({
    ...deps,
    adminEmail,
    publicUrl,
    webhook,
    hasBackups: backup.storage !== undefined,
  })
}
