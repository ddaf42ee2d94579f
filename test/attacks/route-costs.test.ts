import { expect, it } from 'vitest'

import { getPath, type Case } from '../architecture/matrix-cells.ts'
import { sendRequest, type Cell } from '../architecture/matrix-run.ts'
import { openWorld } from '../architecture/matrix-world.ts'
import { listRequests } from './one-account.ts'
import { takeShare } from '../support/cases/take-share.ts'

const world = await openWorld()
/** By default each route gets a third of the fillings, another one than the route before. */
const share = process.env['TESTS'] === 'quick' ? 3 : 1
let route = 0
const takeFillings = (all: readonly string[]) => takeShare(all, share, ++route)

/** As server/platform/http/request-body.ts: what an image, a document, a campaign, a webhook and everything else may have. */
function getLimit(path: string): number {
  if (path === '/api/images') return 5_200_000
  if (path.endsWith('/documents')) return 10_200_000
  if (path === '/api/campaigns' || path === '/api/draft') return 320 * 1_024
  return (path.startsWith('/webhooks/') ? 256 : 64) * 1_024
}

/** Texts on which expressions, comparisons and normalisation take longest. */
const fillings = ['a', ' ', 'a@a.', '0-', '\u{1F468}\u200D', '\u0301', '<!--', 'https://a.b/']
const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

function toFile(limit: number): FormData {
  const body = new FormData()
  const text = `%PDF-1.7 1 0 obj ${'['.repeat(limit - 300_000)}\n%%EOF`
  body.append('file', new File([text], 'file'))
  return body
}

/** Bodies of the largest size: the fields of the form with a long text each, and lists in lists. */
function* toBodies(cell: Cell, limit: number): Generator<Uint8Array | FormData> {
  if (limit > 5e6) yield toFile(limit)
  const given = typeof cell.of.body === 'function' ? cell.of.body(world, cell.role) : cell.of.body
  const names = Object.keys(given ?? {})
  const fields = names.length > 0 ? names : ['reason']
  const room = limit - encode(Object.fromEntries(fields.map((name) => [name, '']))).length
  for (const filling of takeFillings(fillings)) {
    const text = filling.repeat(Math.max(0, room / fields.length / encode(filling).length - 1))
    yield encode(Object.fromEntries(fields.map((name) => [name, text])))
  }
  yield Buffer.from('['.repeat(limit))
  yield Buffer.from(`${'[{"a":'.repeat(limit / 12)}1${'}]'.repeat(limit / 12)}`)
}

/** Node refuses a request whose line and headers are longer. */
const maxHead = 15_000
/** Of all lists, and of what else reads an address. */
const queryNames = 'q text cursor page limit sort from to code w as lang status kind category state'
const readHeaders = 'accept-language if-none-match range user-agent x-forwarded-for accept'

/** Addresses and headers of the largest size, by what is long in them. */
function* toHeads({ of, route }: Cell): Generator<Partial<Case>> {
  const path = getPath(route, of, world)
  const mark = path.includes('?') ? '&' : '?'
  for (const filling of takeFillings(['a', ' ', '0-', '\u0301', '%F0%9F%98%80'])) {
    const long = (size: number) => filling.repeat(size / filling.length)
    const isText = /^[\x20-\x7e]+$/.test(filling)
    const toQuery = (name: string) => `${name}=${encodeURI(long(maxHead / 50))}`
    yield { path: `${path}${mark}${queryNames.split(' ').map(toQuery).join('&')}` }
    for (const name of ['q', 'cursor'])
      yield { path: `${path}${mark}${name}=${long(isText ? maxHead : maxHead / 12)}` }
    if (!isText || filling.includes('%')) continue
    yield { headers: { cookie: `lastPath=${long(maxHead)}` } }
    const names = readHeaders.split(' ')
    yield { headers: Object.fromEntries(names.map((name) => [name, long(maxHead / 6).trim()])) }
  }
  yield { path: `${path}${mark}${'a&'.repeat(maxHead / 2)}` }
  yield { path: path.replace(/[^/]*$/, 'a'.repeat(maxHead)) }
  yield { headers: { cookie: 'a=b; '.repeat(maxHead / 5) } }
}

const withBody = ({ of }: Cell, body: Uint8Array | FormData): Partial<Case> => {
  const { headers = {} } = of
  const given = typeof headers === 'function' ? headers(world) : headers
  const type = body instanceof FormData ? {} : { 'content-type': 'application/json' }
  return { body, headers: { ...given, ...type } }
}

async function measure(cell: Cell, hostile: Partial<Case>) {
  const start = process.threadCpuUsage()
  const memory = process.memoryUsage()
  const response = await sendRequest(world, { ...cell, of: { ...cell.of, ...hostile } })
  await response.arrayBuffer()
  const { user, system } = process.threadCpuUsage(start)
  const { heapUsed, external } = process.memoryUsage()
  return {
    status: response.status,
    ms: (user + system) / 1_000,
    megabytes: (heapUsed + external - memory.heapUsed - memory.external) / 1e6,
  }
}

/** The worst of each route. A bomb costs seconds. The reference reads a file of the largest size. */
async function expectLittle(costs: Map<string, Awaited<ReturnType<typeof measure>>[]>) {
  const parsed = process.threadCpuUsage()
  await new Response(toFile(10_200_000)).formData()
  const { user, system } = process.threadCpuUsage(parsed)
  const rows = [...costs].map(([route, each]) => ({
    route,
    ms: Math.max(...each.map(({ ms }) => ms)),
    megabytes: Math.max(...each.map(({ megabytes }) => megabytes)),
  }))
  rows.sort((a, b) => b.ms - a.ms)
  const table = rows.map(
    ({ route, ms, megabytes }) => `| ${route} | ${ms.toFixed(1)} | ${megabytes.toFixed(1)} |`,
  )
  process.stdout.write(`${table.join('\n')}\n`)
  const isFault = ({ status }: { status: number }) => status >= 500
  expect([...costs].filter(([, each]) => each.some(isFault)).map(([route]) => route)).toEqual([])
  expect(rows.filter(({ ms }) => ms > (10 * (user + system)) / 1_000)).toEqual([])
}

it('costs little with the longest address, cookie and headers, at every route that reads', async () => {
  const costs = new Map<string, Awaited<ReturnType<typeof measure>>[]>()
  for (const cell of listRequests(world, true)) {
    const each = []
    for (const head of toHeads(cell)) each.push(await measure(cell, head))
    costs.set(cell.route, each)
  }
  expect(costs.size).toBeGreaterThan(100)
  await expectLittle(costs)
}, 300_000)

it('refuses a larger body and costs little with the largest, at every route', async () => {
  const costs = new Map<string, Awaited<ReturnType<typeof measure>>[]>()
  for (const cell of listRequests(world)) {
    const [, path = ''] = cell.route.split(' ')
    const limit = getLimit(path)
    const each = []
    for (const body of toBodies(cell, limit)) each.push(await measure(cell, withBody(cell, body)))
    const large = await measure(cell, withBody(cell, new Uint8Array(limit + 1)))
    expect({ route: cell.route, status: large.status }).toEqual({
      route: cell.route,
      status: limit > 5e6 ? 400 : 413,
    })
    costs.set(cell.route, each)
  }
  await expectLittle(costs)
}, 300_000)
