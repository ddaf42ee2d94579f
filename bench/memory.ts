// Memory of the server over many mixed requests: node bench/memory.ts. Visitors read pages, lists, images and receipts that do not exist;
// every list question is another one, so that nothing is answered from a cache alone.
import autocannon from 'autocannon'

import { startAjo } from '#test/e2e/ajo.ts'

import { printRow, tableHead } from './table.ts'

const total = Number(process.env['BENCH_REQUESTS'] ?? 200_000)
const slices = 10
const token = 'a token of the memory bench'
const mib = 2 ** 20

await using ajo = await startAjo({
  env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', METRICS_TOKEN: token },
})
console.log(tableHead)
const slugs = await findSlugs()
let turn = 0
const measured: { rss: number; heap: number }[] = [await readMemory()]
for (let slice = 0; slice < slices; slice++) {
  await sendSlice(total / slices)
  measured.push(await readMemory())
}
const [idle, , , , , half] = measured
const last = measured.at(-1)
if (!idle || !half || !last) throw new Error('nothing was measured')
printRow({
  what: `RSS after ${total} mixed requests, against half of them`,
  figure: `${Math.round(last.rss)} MB (idle ${Math.round(idle.rss)} MB)`,
  reference: `${Math.round(half.rss)} MB`,
  ratio: last.rss / half.rss,
  goal: { atMost: 1.1 },
})
printRow({
  what: 'The same for the used heap',
  figure: `${Math.round(last.heap)} MB`,
  reference: `${Math.round(half.heap)} MB`,
  ratio: last.heap / half.heap,
  goal: { atMost: 1.1 },
})
console.log(
  `RSS in MB after each tenth: ${measured.map(({ rss }) => Math.round(rss)).join(', ')}; heap: ${measured.map(({ heap }) => Math.round(heap)).join(', ')}`,
)

async function findSlugs(): Promise<string[]> {
  const response = await fetch(`${ajo.url}/sitemap.xml`)
  return [...(await response.text()).matchAll(/\/c\/([\w-]+)</g)].map(([, slug = '']) => slug)
}

/** A new path for each request. */
function nextPath(): string {
  const at = turn++
  const slug = slugs[at % slugs.length] ?? ''
  const word = `w${at % 4_999}`
  const paths = [
    '/',
    '/campaigns',
    `/campaigns?q=${word}&page=${at % 7}`,
    `/c/${slug}`,
    `/c/${slug}?utm_source=${word}`,
    `/api/campaigns?limit=12&text=${word}`,
    `/api/campaigns?limit=${(at % 40) + 1}&sort=newest`,
    `/donations/${String(at).padStart(22, 'x')}`,
    `/nothing/${word}`,
    '/healthz',
  ]
  return paths[at % paths.length] ?? '/'
}

async function sendSlice(amount: number) {
  await autocannon({
    url: ajo.url,
    amount,
    connections: 32,
    headers: { 'accept-encoding': 'br' },
    requests: [{ setupRequest: (request) => ({ ...request, path: nextPath() }) }],
  })
}

async function readMemory() {
  const response = await fetch(`${ajo.url}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const text = await response.text()
  const read = (name: string) => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
    if (value === undefined) throw new Error(`/metrics has no ${name}`)
    return Number(value) / mib
  }
  return { rss: read('process_resident_memory_bytes'), heap: read('nodejs_heap_size_used_bytes') }
}
