import { seededRandom, type Random } from '#dev/sample-data/seed.ts'
import type { World } from '#test/architecture/matrix-world.ts'
import { sql } from '#server/platform/database/sql.ts'
import { testOrigin } from '#test/support/people/people.ts'
import * as z from 'zod/mini'

import {
  getPageRequests,
  getRouteRequests,
  getSandboxRequests,
  type BaseRequest,
} from './fuzz-requests.ts'
import {
  contentTypes,
  headerChanges,
  hostileBodies,
  hostileEscapes,
  hostileFields,
  hostileJson,
  hostileMultiparts,
  queryNames,
} from './fuzz-values.ts'

type Body = string | Uint8Array<ArrayBuffer> | undefined
type Fuzzed = { route: string; method: string; path: string; headers: Headers; body: Body }

export type FuzzReport = {
  requests: number
  /** Requests that were answered with 500, or with a stack trace. */
  failures: string[]
  statuses: Record<string, number>
  /** The request that took longest, and the route that it was made from. */
  slowest: { ms: number; route: string; request: string }
}

/** Requests between two restorations of the store, so that sessions and objects of the base requests exist again. */
const restoreEvery = 100

/** Sends `count` hostile requests to all routes, pages and the sandbox. The same seed sends the same requests. */
export async function fuzz(world: World, { count, seed }: { count: number; seed: number }) {
  const random = seededRandom(seed)
  const bases = [
    getRouteRequests(world),
    getPageRequests(world),
    getSandboxRequests(world, await findCheckout(world)),
  ]
  const report: FuzzReport = {
    requests: 0,
    failures: [],
    statuses: {},
    slowest: { ms: 0, route: '', request: '' },
  }
  while (report.requests < count) {
    const base = random.pick(random.pick(bases))
    await send(world, mutate(world, base, random), report)
    report.requests += 1
    if (report.requests % restoreEvery === 0) await world.store.restore(await world.store.changed())
  }
  return report
}

/** One line for the output of a run. */
export function formatReport({ requests, failures, statuses, slowest }: FuzzReport): string {
  const counts = JSON.stringify(statuses)
  return (
    `fuzz: ${requests} requests, ${failures.length} failures, answers ${counts}, ` +
    `slowest ${slowest.ms} ms for ${slowest.route} (${slowest.request})\n`
  )
}

async function findCheckout({ owner, donation }: World): Promise<string> {
  const found = await owner.row(
    z.object({ url: z.string() }),
    sql`select checkout_url as url from donation where reference = ${donation.reference}`,
  )
  return new URL(found?.url ?? '').pathname.split('/').at(-1) ?? ''
}

async function send(world: World, fuzzed: Fuzzed, report: FuzzReport) {
  const { method, path, headers, body } = fuzzed
  const request = new Request(testOrigin + path, {
    method,
    headers,
    ...(body !== undefined && method !== 'GET' && method !== 'HEAD' && { body }),
  })
  const startedAt = performance.now()
  const response = await world.respond(request, {})
  const text = await response.text()
  const ms = Math.round(performance.now() - startedAt)
  const { status } = response
  report.statuses[status] = (report.statuses[status] ?? 0) + 1
  if (ms > report.slowest.ms)
    report.slowest = { ms, route: fuzzed.route, request: describe(fuzzed, status) }
  if (status === 500 || stackTrace.test(text)) report.failures.push(describe(fuzzed, status))
}

const stackTrace = /\n\s+at .{1,200}:\d+:\d+|node_modules\/|node:internal/

function describe({ method, path, headers, body }: Fuzzed, status: number): string {
  const sent = typeof body === 'string' ? body : Buffer.from(body ?? []).toString()
  const type = headers.get('content-type') ?? ''
  return `${status} ${method} ${path.slice(0, 200)} ${type} ${JSON.stringify(sent.slice(0, 300))}`
}

function mutate(world: World, base: BaseRequest, random: Random): Fuzzed {
  const headers = new Headers({
    origin: testOrigin,
    'sec-fetch-site': 'same-origin',
    ...base.headers,
  })
  const cookie = world.people[base.role]?.cookie
  if (cookie) headers.set('cookie', cookie)
  const { route, method, path } = base
  const fuzzed: Fuzzed = { route, method, path, headers, body: undefined }
  if (base.fields) writeFields(fuzzed, base, random)
  const changes = 1 + Math.floor(random.next() * 2)
  for (let index = 0; index < changes; index++) random.pick(mutations)(fuzzed, random)
  if (fuzzed.path.startsWith('/webhooks/') && random.next() < 0.8)
    for (const [name, value] of Object.entries(world.signed(fuzzed.body ?? '')))
      headers.set(name, value)
  return fuzzed
}

/** Writes the body with one hostile value, in half of the cases. */
function writeFields(fuzzed: Fuzzed, { fields = {}, kind }: BaseRequest, random: Random) {
  const name = random.pick([...Object.keys(fields), 'surprise'])
  const isHostile = random.next() < 0.7
  if (kind === 'form') {
    const form = new URLSearchParams(fields as Record<string, string>)
    if (isHostile) form.set(name, random.pick(hostileFields))
    fuzzed.body = form.toString()
    fuzzed.headers.set('content-type', 'application/x-www-form-urlencoded')
    return
  }
  const entries = Object.entries(fields).map(([key, value]) => [key, JSON.stringify(value) ?? '0'])
  if (isHostile) entries.push([name, random.pick(hostileJson)])
  fuzzed.body = `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`
  fuzzed.headers.set('content-type', 'application/json')
}

type Mutation = (fuzzed: Fuzzed, random: Random) => void

const mutations: readonly Mutation[] = [
  () => {},
  (fuzzed, random) => {
    const [path = '', query] = fuzzed.path.split('?')
    const segments = path.split('/')
    segments[1 + Math.floor(random.next() * (segments.length - 1))] = random.pick(hostileEscapes)
    fuzzed.path = segments.join('/') + (query === undefined ? '' : `?${query}`)
  },
  (fuzzed, random) => {
    const mark = fuzzed.path.includes('?') ? '&' : '?'
    fuzzed.path += `${mark}${random.pick(queryNames)}=${random.pick(hostileEscapes)}`
  },
  (fuzzed, random) => fuzzed.headers.set('content-type', random.pick(contentTypes)),
  (fuzzed, random) => fuzzed.headers.set(...random.pick(headerChanges)),
  (fuzzed, random) => (fuzzed.body = copy(random.pick(hostileBodies))),
  (fuzzed, random) => {
    fuzzed.body = copy(random.pick(hostileMultiparts))
    fuzzed.headers.set('content-type', 'multipart/form-data; boundary=fuzz')
  },
  (fuzzed, random) => {
    if (typeof fuzzed.body !== 'string') return
    fuzzed.body = fuzzed.body.slice(0, Math.floor(random.next() * fuzzed.body.length))
  },
  (fuzzed, random) => (fuzzed.method = random.pick(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])),
]

const copy = (bytes: Uint8Array) => Uint8Array.from(bytes)
