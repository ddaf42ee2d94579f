import * as z from 'zod/mini'

import { sharedSecret, text, url } from './setting-kinds.ts'

/** Settings of metrics, alarms and traces. Mails about alarms go to ADMIN_EMAIL. */
export const monitoringSettings = {
  METRICS_TOKEN: sharedSecret('METRICS_TOKEN'),
  ALARM_WEBHOOK: z.optional(url('ALARM_WEBHOOK', /^https?:\/\//, 'https://alarms.example.org/ajo')),
  ALARM_WEBHOOK_SECRET: sharedSecret('ALARM_WEBHOOK_SECRET'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    url('OTEL_EXPORTER_OTLP_ENDPOINT', /^https?:\/\//, 'http://127.0.0.1:4318'),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: z._default(
    z.pipe(
      text('').check(
        z.refine((value) => value.split(',').every((pair) => /^[\w-]+=.+$/.test(pair.trim())), {
          error:
            'OTEL_EXPORTER_OTLP_HEADERS must be a list such as authorization=secret,tenant=ajo.',
        }),
      ),
      z.transform(toHeaders),
    ),
    {},
  ),
  OTEL_TRACES_SAMPLER_ARG: z._default(
    z.pipe(
      text('').check(
        z.refine((value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value), {
          error: 'OTEL_TRACES_SAMPLER_ARG must be a part from 0 to 1, such as 0.05.',
        }),
      ),
      z.transform(Number),
    ),
    1,
  ),
}

const schema = z.object(monitoringSettings)

export type MonitoringConfig = {
  metricsToken: string | undefined
  alarmWebhook: { url: string; secret: string } | undefined
  tracing: { endpoint: string; headers: Record<string, string>; ratio: number } | undefined
}

export function toMonitoringConfig(settings: z.output<typeof schema>): MonitoringConfig {
  const { ALARM_WEBHOOK: webhook, ALARM_WEBHOOK_SECRET: webhookSecret } = settings
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings
  const { OTEL_EXPORTER_OTLP_HEADERS: headers, OTEL_TRACES_SAMPLER_ARG: ratio } = settings
  return {
    metricsToken: settings.METRICS_TOKEN,
    alarmWebhook:
      webhook !== undefined && webhookSecret !== undefined
        ? { url: webhook, secret: webhookSecret }
        : undefined,
    tracing: endpoint === undefined ? undefined : { endpoint, headers, ratio },
  }
}

function toHeaders(value: string): Record<string, string> {
  const pairs = value.split(',').map((pair) => pair.trim())
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}
