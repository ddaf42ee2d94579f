// Throughput of public pages and lists with 64 connections through HTTP: node bench/pages.ts. The server is started as by `npm start`. The
// reference is a bare node:http server in its own process that answers with the same headers and bytes. Loads and references alternate.
// Requests are not logged, because reading the log would use the same cores.
import { execFile, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'

import autocannon from 'autocannon'

import { startAjo } from '#test/e2e/ajo.ts'

import { benchSeconds, median } from './rates.ts'
import { printRow, tableHead, type Goal } from './table.ts'

/** A request of a load: a path and whose it is. */
type Ask = { path: string; cookie?: string }

const connections = 64
const run = promisify(execFile)
const hasWrk = spawnSync('wrk', ['--version']).error === undefined
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const headers = { 'accept-encoding': 'br' }
const places = ['Nigeria', 'Lagos', 'Sapele', 'Ife']

await using ajo = await startAjo({ env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } })
const campaign = await findCampaign()
const cookies = await openSessions(64)
console.log(tableHead)
await comparePage('the landing page', '/')
await comparePage('a campaign page', campaign)
await compare('one question to the list, of visitors', [{ path: list(0) }], { atLeast: 0.9 })
await compare('64 questions to the list, of visitors', questions(), { atLeast: 0.2 })
await compare('64 questions to the list, of 64 people', withCookies(questions()), { atLeast: 0.25 })
await compare('64 searches of the public list', searches(), { atLeast: 0.2 })

/** The same page for visitors, for 64 people, and from links with trackers' parameters. */
async function comparePage(name: string, path: string) {
  const asks = [{ path }]
  const goal = { atLeast: 0.9 }
  const rate = await compare(`${name}, of visitors`, asks, goal)
  const signedIn = cookies.map((cookie) => ({ path, cookie }))
  const own = await compare(`${name}, of 64 people`, signedIn, goal)
  const tracked = cookies.map((_, number) => ({ path: `${path}?utm_source=s${number}&fbclid=f` }))
  await compare(`${name}, with 64 trackers`, tracked, goal)
  const ratio = own / rate
  printRow({
    what: `${name}, of 64 people against visitors`,
    figure: `${Math.round(own)}/s`,
    reference: `${Math.round(rate)}/s`,
    ratio,
    goal: { atLeast: 0.5 },
  })
}

/** Returns our median rate. The bytes of the reference are those of the first question. */
async function compare(what: string, asks: readonly Ask[], goal: Goal): Promise<number> {
  const [first = { path: '/' }] = asks
  const { url: bare, stop } = await startStaticServer(first)
  // Pages and lists live until something changes, so each is made once before the measurement.
  for (const ask of asks) await fetchRaw(ask)
  const rates: Record<string, number[]> = { [ajo.url]: [], [bare]: [] }
  for (let round = 0; round < rounds; round++)
    for (const [origin, measured] of Object.entries(rates))
      measured.push(await measureLoad(origin, asks))
  stop()
  const [ours = 0, reference = 0] = Object.values(rates).map(median)
  const figure = `${Math.round(ours)}/s`
  printRow({
    what,
    figure,
    reference: `node:http ${Math.round(reference)}/s`,
    ratio: ours / reference,
    goal,
  })
  return ours
}

async function startStaticServer(ask: Ask) {
  const child = fork(join(import.meta.dirname, 'static-server.ts'))
  child.send(await fetchRaw(ask))
  const [port] = (await once(child, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() }
}

/** The compressed body and the headers as sent, without those that node:http adds itself. */
async function fetchRaw({ path, cookie }: Ask) {
  const sent = { ...headers, ...(cookie && { cookie }) }
  const [response] = (await once(get(ajo.url + path, { headers: sent }), 'response')) as [
    IncomingMessage,
  ]
  if (response.statusCode !== 200) throw new Error(`${path} responded with ${response.statusCode}`)
  const { date: _date, connection: _connection, ...own } = response.headers
  const { 'keep-alive': _alive, 'transfer-encoding': _coding, ...reported } = own
  return { body: (await buffer(response)).toString('base64'), headers: reported }
}

async function findCampaign(): Promise<string> {
  const response = await fetch(`${ajo.url}/api/campaigns?limit=1`)
  const { campaigns } = (await response.json()) as { campaigns: { slug: string }[] }
  return `/c/${campaigns[0]?.slug ?? ''}`
}

/** Cookies of as many sessions. */
async function openSessions(count: number): Promise<string[]> {
  const opened: string[] = []
  for (let number = 0; number < count; number++) {
    const response = await fetch(`${ajo.url}/api/session`, {
      method: 'POST',
      headers: { origin: ajo.url, 'content-type': 'application/json' },
      body: JSON.stringify(ajo.person('donor')),
    })
    if (!response.ok) throw new Error(`login responded with ${response.status}`)
    const pairs = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    opened.push(pairs.join('; '))
  }
  return opened
}

function list(number: number) {
  const sort = ['newest', 'ending', 'most-funded', 'nearly-there'][number % 4]
  return `/api/campaigns?limit=${12 - (number >> 4)}&sort=${sort}&place=${places[(number >> 2) % 4]}`
}

function questions(): Ask[] {
  return Array.from({ length: 64 }, (_, number) => ({ path: list(number) }))
}

function withCookies(asks: readonly Ask[]): Ask[] {
  return asks.map((ask, number) => ({ ...ask, cookie: cookies[number] ?? '' }))
}

function searches(): Ask[] {
  const words = ['school', 'clinic', 'well', 'roof', 'market', 'books', 'library', 'harvest']
  const pairs = words.flatMap((word) => words.map((other) => `${word}+${other}`))
  return pairs.map((q) => ({ path: `/campaigns?q=${q}` }))
}

/** Requests per second with 64 connections that send the requests in turn: by wrk where the system has it, else by autocannon, which uses more of the cores. */
async function measureLoad(origin: string, asks: readonly Ask[]): Promise<number> {
  const requests = asks.map(({ path, cookie }) => ({
    method: 'GET' as const,
    path,
    headers: { ...headers, ...(cookie && { cookie }) },
  }))
  if (hasWrk) return measureByWrk(origin, requests)
  const result = await autocannon({ url: origin, requests, connections, duration: benchSeconds })
  const failed = result.non2xx + result.errors
  if (failed > 0) throw new Error(`${failed} requests to ${origin} failed`)
  return result.requests.average
}

type Sent = { path: string; headers: Record<string, string> }

async function measureByWrk(origin: string, requests: readonly Sent[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'ajo-load-'))
  const script = join(folder, 'requests.lua')
  try {
    writeFileSync(script, toLua(requests))
    const args = ['-t1', `-c${connections}`, `-d${benchSeconds}s`, '-s', script, origin]
    const { stdout } = await run('wrk', args)
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${origin}: ${stdout}`)
    return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The requests are formatted once, so that the load generator only sends them. */
function toLua(requests: readonly Sent[]): string {
  const made = requests.map(({ path, headers }) => {
    const fields = Object.entries(headers).map(
      ([name, value]) => `[${quote(name)}]=${quote(value)}`,
    )
    return `wrk.format('GET', ${quote(path)}, {${fields.join(',')}})`
  })
  return `local sent, turn = {}, 0
function init() sent = {${made.join(',\n')}} end
function request() turn = turn % #sent + 1 return sent[turn] end
`
}

const quote = (text: string) => JSON.stringify(text)
