/** `page`: money or donors are affected now. `ticket`: act on the same working day. */
export type Severity = 'page' | 'ticket'

type Common = {
  /** The heading in docs/operations/alarms.md. */
  name: string
  severity: Severity
  summary: string
  /** How long the condition holds before anyone is told. */
  forMinutes: number
}

/** About a figure in the database. The server itself raises it, and Prometheus too. */
export type StoredAlarm = Common & {
  metric: string
  labels?: Record<string, string>
  condition: { above: number } | { olderThanHours: number }
}

/** About the processes. Only Prometheus can raise it. */
type ProcessAlarm = Common & { expr: string }

export const storedAlarms: readonly StoredAlarm[] = [
  {
    name: 'webhooks-wait',
    severity: 'page',
    summary: 'A webhook of the payment provider is not processed for more than 2 minutes.',
    forMinutes: 2,
    metric: 'ajo_webhook_oldest_unprocessed_seconds',
    condition: { above: 120 },
  },
  {
    name: 'mails-wait',
    severity: 'ticket',
    summary: 'A mail is not sent for more than 15 minutes.',
    forMinutes: 5,
    metric: 'ajo_mail_oldest_unsent_seconds',
    condition: { above: 900 },
  },
  {
    name: 'mail-paused',
    severity: 'page',
    summary: 'The mail server refuses our sender, so no mail is sent.',
    forMinutes: 1,
    metric: 'ajo_mail_paused',
    condition: { above: 0 },
  },
  {
    name: 'identity-refused',
    severity: 'page',
    summary: 'The identity provider refuses our project or our settings.',
    forMinutes: 0,
    metric: 'ajo_provider_fault',
    condition: { above: 0 },
  },
  {
    name: 'quota-nearly-used',
    severity: 'ticket',
    summary: 'More than 80 % of a quota of a hosted service is used.',
    forMinutes: 0,
    metric: 'ajo_quota_used_ratio',
    condition: { above: 0.8 },
  },
  {
    name: 'jobs-dead',
    severity: 'ticket',
    summary: 'A job failed for the last time and waits for an admin.',
    forMinutes: 1,
    metric: 'ajo_jobs_dead',
    condition: { above: 0 },
  },
  {
    name: 'jobs-late',
    severity: 'ticket',
    summary: 'A job has been due for more than 15 minutes.',
    forMinutes: 5,
    metric: 'ajo_lane_oldest_due_seconds',
    condition: { above: 900 },
  },
  {
    name: 'lane-paused',
    severity: 'ticket',
    summary: 'A lane of jobs pauses, because a service outside fails.',
    forMinutes: 10,
    metric: 'ajo_lane_paused',
    condition: { above: 0 },
  },
  {
    name: 'ledger-violated',
    severity: 'page',
    summary: 'A check found violations of the ledger or the transparency log.',
    forMinutes: 0,
    metric: 'ajo_check_findings',
    condition: { above: 0 },
  },
  {
    name: 'ledger-unchecked',
    severity: 'ticket',
    summary: 'The ledger was not checked for more than 3 hours.',
    forMinutes: 5,
    metric: 'ajo_check_last_timestamp_seconds',
    labels: { check: 'ledger' },
    condition: { olderThanHours: 3 },
  },
  {
    name: 'differences-open',
    severity: 'ticket',
    summary: 'The ledger and the payment provider say different things.',
    forMinutes: 60,
    metric: 'ajo_ledger_differences_open',
    condition: { above: 0 },
  },
  {
    name: 'items-failing',
    severity: 'ticket',
    summary: 'Single payments, refunds or rows of the provider keep failing.',
    forMinutes: 60,
    metric: 'ajo_items_failing',
    condition: { above: 0 },
  },
  {
    name: 'backup-missing',
    severity: 'page',
    summary: 'The last backup is older than 26 hours.',
    forMinutes: 5,
    metric: 'ajo_backup_last_success_timestamp_seconds',
    labels: { kind: 'backup' },
    condition: { olderThanHours: 26 },
  },
  {
    name: 'drill-missing',
    severity: 'ticket',
    summary: 'No backup was restored in a drill for more than 8 days.',
    forMinutes: 5,
    metric: 'ajo_backup_last_success_timestamp_seconds',
    labels: { kind: 'drill' },
    condition: { olderThanHours: 192 },
  },
]

const requests = 'ajo_http_request_duration_seconds_count'

export const processAlarms: readonly ProcessAlarm[] = [
  {
    name: 'server-down',
    severity: 'page',
    summary: 'A server process does not answer.',
    forMinutes: 2,
    expr: 'up{job="ajo"} == 0',
  },
  {
    name: 'requests-fail',
    severity: 'page',
    summary: 'More than 2 % of the requests end with a server error.',
    forMinutes: 5,
    expr: `sum(rate(${requests}{status=~"5.."}[5m])) > 0.02 * sum(rate(${requests}[5m]))`,
  },
  {
    name: 'requests-slow',
    severity: 'ticket',
    summary: 'More than 5 % of the requests take longer than 2.5 seconds.',
    forMinutes: 10,
    expr: `sum(rate(ajo_http_request_duration_seconds_bucket{le="2.5"}[10m])) < 0.95 * sum(rate(${requests}[10m]))`,
  },
  {
    name: 'donations-slow',
    severity: 'page',
    summary: 'More than 5 % of the webhooks take longer than a minute to reach the ledger.',
    forMinutes: 5,
    expr: 'sum(rate(ajo_webhook_to_ledger_seconds_bucket{le="60"}[10m])) < 0.95 * sum(rate(ajo_webhook_to_ledger_seconds_count[10m]))',
  },
  {
    name: 'provider-fails',
    severity: 'page',
    summary: 'More than half of the calls to a provider fail.',
    forMinutes: 5,
    expr: 'sum by (provider) (rate(ajo_provider_request_duration_seconds_count{outcome=~"5xx|unavailable"}[5m])) > 0.5 * sum by (provider) (rate(ajo_provider_request_duration_seconds_count[5m]))',
  },
  {
    name: 'connections-exhausted',
    severity: 'page',
    summary: 'Requests or jobs wait for a connection to the database.',
    forMinutes: 2,
    expr: 'max by (instance, pool) (ajo_db_pool_connections{state="waiting"}) > 0',
  },
  {
    name: 'event-loop-blocked',
    severity: 'ticket',
    summary: 'The event loop of a process is delayed by more than half a second.',
    forMinutes: 5,
    expr: 'max by (instance) (nodejs_eventloop_lag_p99_seconds) > 0.5',
  },
  {
    name: 'transaction-misused',
    severity: 'ticket',
    summary: 'Code used the pool or another service inside a transaction.',
    forMinutes: 0,
    expr: 'increase(ajo_transaction_misuses_total[1h]) > 0',
  },
]

export const toRunbook = (name: string) => `docs/operations/alarms.md#${name}`

/** The rules that Prometheus reads. `npm run monitoring` writes them to docs/operations/monitoring. */
export function toRules(): string {
  const alarms = [
    ...storedAlarms.map((alarm) => ({ ...alarm, expr: toExpression(alarm) })),
    ...processAlarms,
  ]
  const rules = alarms.map(({ name, severity, summary, forMinutes, expr }) =>
    [
      `      - alert: ${name}`,
      `        expr: ${JSON.stringify(expr)}`,
      `        for: ${forMinutes}m`,
      `        labels: { severity: ${severity} }`,
      '        annotations:',
      `          summary: ${JSON.stringify(summary)}`,
      `          runbook: ${toRunbook(name)}`,
    ].join('\n'),
  )
  return `# Written by npm run monitoring.\ngroups:\n  - name: ajo\n    rules:\n${rules.join('\n')}\n`
}

/** Every process reports the same figures of the database, so the largest one counts. */
function toExpression({ metric, labels = {}, condition }: StoredAlarm): string {
  const selected = Object.entries(labels).map(([name, value]) => `${name}="${value}"`)
  const series = selected.length > 0 ? `${metric}{${selected.join(',')}}` : metric
  return 'above' in condition
    ? `max(${series}) > ${condition.above}`
    : `time() - max(${series}) > ${condition.olderThanHours * 3_600}`
}
