// Throughput of public pages with 64 connections: node bench/pages.ts. The reference is a bare node:http server in its own
// process that answers with the same bytes. Requests are not logged, because reading the log would use the same cores.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import autocannon from 'autocannon'

import { startAjo } from '#test/e2e/ajo.ts'

import { benchSeconds, median } from './rates.ts'

const rounds = 3
const headers = { 'accept-encoding': 'br' }

await using ajo = await startAjo({ env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } })
await compare('the landing page, cached', '/', 0.6)
await compare('the shell of the campaign list, cached', '/dashboard/campaigns', 0.6)
await compare('the campaign list, uncached', '/api/campaigns?limit=12', 0.25)

async function compare(name: string, path: string, goal: number) {
  const { url: bare, stop } = await startStaticServer(path)
  const rates: Record<string, number[]> = { [ajo.url]: [], [bare]: [] }
  for (let round = 0; round < rounds; round++)
    for (const [origin, measured] of Object.entries(rates))
      measured.push(await requestsPerSecond(origin + path))
  stop()
  const [ours = 0, reference = 0] = Object.values(rates).map(median)
  const figures = `${Math.round(ours)}/s, static server ${Math.round(reference)}/s`
  console.log(`${name}: ${figures}  ratio ${(ours / reference).toFixed(2)} (goal ${goal})`)
}

async function startStaticServer(path: string) {
  const child = fork(join(import.meta.dirname, 'static-server.ts'))
  child.send(await fetchRaw(path))
  const [port] = (await once(child, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() }
}

/** The compressed body as sent. */
async function fetchRaw(path: string) {
  const [response] = (await once(get(ajo.url + path, { headers }), 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`${path} responded with ${response.statusCode}`)
  const { 'content-type': type = '', 'content-encoding': encoding } = response.headers
  return {
    body: (await buffer(response)).toString('base64'),
    headers: { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) },
  }
}

async function requestsPerSecond(url: string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    headers,
    connections: 64,
    duration: benchSeconds,
  })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed`)
  return requests.average
}
