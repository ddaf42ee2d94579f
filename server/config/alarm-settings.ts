import * as z from 'zod/mini'

import { text, url } from './setting-kinds.ts'

/** Settings of alarms. Mails go to ADMIN_EMAIL. */
export const alarmSettings = {
  ALARM_WEBHOOK: z.optional(url('ALARM_WEBHOOK', /^https?:\/\//, 'https://alarms.example.org/ajo')),
  ALARM_WEBHOOK_SECRET: z.optional(
    text('').check(
      z.refine((value) => value.length >= 20, {
        error: 'ALARM_WEBHOOK_SECRET must be at least 20 random characters.',
      }),
    ),
  ),
}

const schema = z.object(alarmSettings)

export type AlarmConfig = { url: string; secret: string } | undefined

export function toAlarmConfig(settings: z.output<typeof schema>): AlarmConfig {
  const { ALARM_WEBHOOK: webhook, ALARM_WEBHOOK_SECRET: secret } = settings
  return webhook !== undefined && secret !== undefined ? { url: webhook, secret } : undefined
}
