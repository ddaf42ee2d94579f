import type { Config } from '../platform/config/config.ts'
import { alarmTask, type AlarmDeps } from '../platform/health/alarms/raise-alarms.ts'
import type { Task } from '../platform/queue/queue.ts'

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
