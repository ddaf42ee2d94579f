import { processAlarms, storedAlarms, toRunbook, type StoredAlarm } from './alarm-rules.ts'

const folder = 'docs/operations/monitoring'

/** The files that Prometheus and Grafana read, by path. `npm run monitoring` writes them. */
export function monitoringFiles(): Record<string, string> {
  return {
    [`${folder}/ajo-rules.yaml`]: toRules(),
    [`${folder}/ajo-dashboard.json`]: `${JSON.stringify(toDashboard(), null, 2)}\n`,
  }
}

function toRules(): string {
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

type Panel = [title: string, unit: string, ...queries: [legend: string, expr: string][]]

const panels: Panel[] = [
  [
    'Requests per second',
    'reqps',
    ['{{status}}', 'sum by (status) (rate(ajo_http_request_duration_seconds_count[5m]))'],
    ['from the cache', 'sum(rate(ajo_http_cache_hits_total[5m]))'],
  ],
  [
    'Response time, 95 %',
    's',
    [
      '{{route}}',
      'topk(10, histogram_quantile(0.95, sum by (route, le) (rate(ajo_http_request_duration_seconds_bucket[5m]))))',
    ],
  ],
  [
    'Webhook to ledger, 95 %',
    's',
    [
      'delay',
      'histogram_quantile(0.95, sum by (le) (rate(ajo_webhook_to_ledger_seconds_bucket[10m])))',
    ],
    ['oldest', 'max(ajo_webhook_oldest_unprocessed_seconds)'],
  ],
  ['Jobs that are due', 'short', ['{{lane}}', 'max by (lane) (ajo_lane_jobs_due)']],
  ['Oldest due job', 's', ['{{lane}}', 'max by (lane) (ajo_lane_oldest_due_seconds)']],
  [
    'Mails by outcome',
    'short',
    ['{{outcome}}', 'sum by (outcome) (increase(ajo_mails_total[1h]))'],
  ],
  [
    'Calls to providers',
    'reqps',
    [
      '{{provider}} {{outcome}}',
      'sum by (provider, outcome) (rate(ajo_provider_request_duration_seconds_count[5m]))',
    ],
  ],
  [
    'Connections to the database',
    'short',
    ['{{pool}} {{state}}', 'sum by (pool, state) (ajo_db_pool_connections)'],
  ],
  [
    'Ledger',
    'short',
    ['differences', 'max(ajo_ledger_differences_open)'],
    ['failing items', 'max(ajo_items_failing)'],
    ['findings of {{check}}', 'max by (check) (ajo_check_findings)'],
  ],
  [
    'Age of backups',
    's',
    ['{{kind}}', 'time() - max by (kind) (ajo_backup_last_success_timestamp_seconds)'],
  ],
  ['Event loop delay, 99 %', 's', ['{{instance}}', 'nodejs_eventloop_lag_p99_seconds']],
  ['Memory', 'bytes', ['{{instance}}', 'process_resident_memory_bytes{job="ajo"}']],
]

function toDashboard() {
  return {
    title: 'Ajo',
    uid: 'ajo',
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    panels: panels.map(([title, unit, ...queries], index) => ({
      id: index + 1,
      title,
      type: 'timeseries',
      gridPos: { x: (index % 2) * 12, y: Math.floor(index / 2) * 8, w: 12, h: 8 },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: queries.map(([legendFormat, expr], query) => ({
        refId: String.fromCodePoint(65 + query),
        legendFormat,
        expr,
      })),
    })),
  }
}
