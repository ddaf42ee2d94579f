import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import autocannon from 'autocannon'

import { benchSeconds } from './rates.ts'

/** A request of a load: a path and whose it is. */
export type Ask = { path: string; cookie?: string }

const connections = 64
const run = promisify(execFile)
const hasWrk = spawnSync('wrk', ['--version']).error === undefined

/** Requests per second with 64 connections that send the requests in turn: by wrk where the system has it, else by autocannon, which uses more of the cores. */
export async function measureLoad(
  origin: string,
  asks: readonly Ask[],
  headers: Record<string, string>,
): Promise<number> {
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
