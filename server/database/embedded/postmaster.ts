import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import type { ClusterPlace } from './cluster-location.ts'

/** What stands behind a cluster's postmaster.pid. */
export type Postmaster =
  | { state: 'none' }
  /** A live PostgreSQL, or one that just stopped being one. */
  | { state: 'running'; pid: number }
  /** Dead, but not yet buried by its parent: PostgreSQL takes it for alive. */
  | { state: 'zombie'; pid: number }
  /** The number belongs to another program by now. */
  | { state: 'stranger'; pid: number }

export function findPostmaster(place: ClusterPlace): Postmaster {
  const pid = Number(firstLine(join(place.data, 'postmaster.pid')))
  if (!Number.isInteger(pid) || pid <= 0) return { state: 'none' }
  const process = describe(pid)
  if (process === undefined) return { state: 'none' }
  if (process.state === 'Z') return { state: 'zombie', pid }
  return { state: /postgres/.test(process.command) ? 'running' : 'stranger', pid }
}

/** Only for what is no PostgreSQL any more: PostgreSQL itself refuses to start over such a file. */
export function forgetPostmaster(place: ClusterPlace) {
  rmSync(join(place.data, 'postmaster.pid'), { force: true })
}

/** Starts PostgreSQL in a group of its own, so that Ctrl-C reaches it only through us. */
export function spawnPostmaster(binary: string, flags: string[], place: ClusterPlace) {
  const log = openSync(place.log, sizeOf(place.log) > 1_000_000 ? 'w' : 'a', 0o600)
  const child = spawn(binary, flags, {
    ...place.account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: { TZ: 'UTC' },
  })
  closeSync(log)
  child.unref()
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  return { ended }
}

/** Whether the running one was started exactly as we would start it. */
export function isStartedAs(binary: string, flags: string[], place: ClusterPlace): boolean {
  const quoted = flags.map((flag) => ` "${flag}"`).join('')
  return firstLine(join(place.data, 'postmaster.opts')) === binary + quoted
}

/** Asks for a clean stop, and insists after a while: a stop without goodbye loses nothing that was committed. */
export async function stopPostmaster(place: ClusterPlace, patienceMs = 6_000) {
  const running = findPostmaster(place)
  if (running.state !== 'running') return
  send(running.pid, 'SIGINT')
  const deadline = Date.now() + patienceMs
  while (isAlive(running.pid)) {
    if (Date.now() > deadline) send(running.pid, 'SIGQUIT')
    await pause(20)
  }
}

/** The end of PostgreSQL's own log, to explain a failed start. */
export function lastWords(place: ClusterPlace): string {
  try {
    return readFileSync(place.log, 'utf8').trimEnd().split('\n').slice(-6).join('\n')
  } catch {
    return ''
  }
}

function isAlive(pid: number) {
  const process = describe(pid)
  return process !== undefined && process.state !== 'Z'
}

function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone meanwhile.
  }
}

function describe(pid: number): { state: string; command: string } | undefined {
  if (process.platform !== 'linux') return describeByPs(pid)
  try {
    const [before = '', after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\w)/)
    return { state: after.charAt(0), command: before.slice(before.indexOf('(') + 1) }
  } catch {
    return undefined
  }
}

function describeByPs(pid: number) {
  const { stdout } = spawnSync('ps', ['-o', 'state=,comm=', '-p', String(pid)], {
    encoding: 'utf8',
  })
  const [state, ...command] = (stdout ?? '').trim().split(/\s+/)
  return state ? { state: state.charAt(0), command: command.join(' ') } : undefined
}

function firstLine(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n')[0]
  } catch {
    return undefined
  }
}

function sizeOf(file: string) {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
