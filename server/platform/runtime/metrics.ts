import { Counter, Histogram, Registry, collectDefaultMetrics } from '@prometheus-io/client'

import { traced } from './tracing.ts'

export type Metrics = ReturnType<typeof openMetrics>

type Request = { method: string; route: string; status: number; seconds: number }
type Outcome = 'ok' | 'failed'

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const delays = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 900, 3_600]

/** Gauges with the suffix of counters, which promtool refuses. */
const misnamed = ['handles', 'requests', 'resources'].map((name) => `nodejs_active_${name}_total`)

/**
 * What this process counts about its own work. Labels are route patterns and fixed words: never an id, an address or a path. With
 * `isShown`, figures of the process itself are collected, too, such as the delay of the event loop.
 */
export function openMetrics({ isShown }: { isShown: boolean }) {
  const registry = new Registry()
  if (isShown) {
    collectDefaultMetrics({ register: registry })
    for (const name of misnamed) registry.removeSingleMetric(name)
  }
  const { requests, cacheHits, jobs, providerCalls, mails, webhooks } = openInstruments(registry)

  return {
    registry,
    observeRequest: ({ method, route, status, seconds: took }: Request) =>
      requests.observe({ method, route, status }, took),
    countCacheHit: () => cacheHits.inc(),
    countMail: (outcome: string) => mails.inc({ outcome }),
    observeWebhook: (took: number) => webhooks.observe(took),
    timeJob: <Result>(lane: string, work: () => Promise<Result>) =>
      timed(work, (outcome, took) => jobs.observe({ lane, outcome }, took)),
    /** A fetch that records calls to a provider by the class of their status. */
    toCountedFetch:
      (provider: string, send: typeof fetch): typeof fetch =>
      async (...request) => {
        const startedAt = performance.now()
        const record = (outcome: string) =>
          providerCalls.observe({ provider, outcome }, toSeconds(startedAt))
        try {
          const response = await traced({ name: provider, kind: 'call' }, () => send(...request))
          record(`${Math.floor(response.status / 100)}xx`)
          return response
        } catch (error) {
          record('unavailable')
          throw error
        }
      },
  }
}

function openInstruments(registry: Registry) {
  const registers = [registry]
  const requests = new Histogram({
    name: 'ajo_http_request_duration_seconds',
    help: 'Time from a request to its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers,
  })
  const cacheHits = new Counter({
    name: 'ajo_http_cache_hits_total',
    help: 'Responses from the response cache.',
    registers,
  })
  const jobs = new Histogram({
    name: 'ajo_job_duration_seconds',
    help: 'Time that a job took.',
    labelNames: ['lane', 'outcome'],
    buckets: seconds,
    registers,
  })
  const providerCalls = new Histogram({
    name: 'ajo_provider_request_duration_seconds',
    help: 'Time that a call to another service took.',
    labelNames: ['provider', 'outcome'],
    buckets: seconds,
    registers,
  })
  const mails = new Counter({
    name: 'ajo_mails_total',
    help: 'Mails handed to the mail server, by its answer.',
    labelNames: ['outcome'],
    registers,
  })
  const webhooks = new Histogram({
    name: 'ajo_webhook_to_ledger_seconds',
    help: 'Time from the arrival of a webhook to its effect in the ledger.',
    buckets: delays,
    registers,
  })
  return { requests, cacheHits, jobs, providerCalls, mails, webhooks }
}

async function timed<Result>(
  work: () => Promise<Result>,
  record: (outcome: Outcome, seconds: number) => void,
): Promise<Result> {
  const startedAt = performance.now()
  let outcome: Outcome = 'failed'
  try {
    const result = await work()
    outcome = 'ok'
    return result
  } finally {
    record(outcome, toSeconds(startedAt))
  }
}

const toSeconds = (startedAt: number) => (performance.now() - startedAt) / 1_000
