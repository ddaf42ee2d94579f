import { expect, it } from 'vitest'

import { sendRequest, type Cell } from '../architecture/matrix-run.ts'
import { openWorld } from '../architecture/matrix-world.ts'
import { listMutations } from './one-account.ts'

const world = await openWorld()

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
  for (const filling of fillings) {
    const text = filling.repeat(Math.max(0, room / fields.length / encode(filling).length - 1))
    yield encode(Object.fromEntries(fields.map((name) => [name, text])))
  }
  yield Buffer.from('['.repeat(limit))
  yield Buffer.from(`${'[{"a":'.repeat(limit / 12)}1${'}]'.repeat(limit / 12)}`)
}

async function measure(cell: Cell, body: Uint8Array | FormData) {
  const start = process.threadCpuUsage()
  const memory = process.memoryUsage()
  const { headers = {} } = cell.of
  const given = typeof headers === 'function' ? headers(world) : headers
  const type = body instanceof FormData ? {} : { 'content-type': 'application/json' }
  const of = { ...cell.of, body, headers: { ...given, ...type } }
  const response = await sendRequest(world, { ...cell, of })
  await response.arrayBuffer()
  const { user, system } = process.threadCpuUsage(start)
  const { heapUsed, external } = process.memoryUsage()
  return {
    status: response.status,
    ms: (user + system) / 1_000,
    megabytes: (heapUsed + external - memory.heapUsed - memory.external) / 1e6,
  }
}

it('refuses a larger body and costs little with the largest, at every route', async () => {
  const parsed = process.threadCpuUsage()
  await new Response(toFile(10_200_000)).formData()
  const { user, system } = process.threadCpuUsage(parsed)
  const fileMs = (user + system) / 1_000
  const rows: { route: string; ms: number; megabytes: number }[] = []
  for (const cell of listMutations(world)) {
    const [, path = ''] = cell.route.split(' ')
    const limit = getLimit(path)
    const costs = []
    for (const body of toBodies(cell, limit)) costs.push(await measure(cell, body))
    const large = await measure(cell, new Uint8Array(limit + 1))
    expect({ route: cell.route, status: large.status }).toEqual({
      route: cell.route,
      status: limit > 5e6 ? 400 : 413,
    })
    expect(costs.filter(({ status }) => status >= 500)).toEqual([])
    rows.push({
      route: cell.route,
      ms: Math.max(...costs.map(({ ms }) => ms)),
      megabytes: Math.max(...costs.map(({ megabytes }) => megabytes)),
    })
  }
  rows.sort((a, b) => b.ms - a.ms)
  const table = rows.map(
    ({ route, ms, megabytes }) => `| ${route} | ${ms.toFixed(1)} | ${megabytes.toFixed(1)} |`,
  )
  process.stdout.write(`${table.join('\n')}\n`)
  // A bomb costs seconds. The reference reads a file of the largest size.
  expect(rows.filter(({ ms }) => ms > 10 * fileMs)).toEqual([])
}, 300_000)
