import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import type { ClusterLocation } from './cluster-location.ts'

/** The process that a cluster's postmaster.pid names. */
export type Postmaster =
  | { state: 'none' }
  /** PostgreSQL, running or just stopping. */
  | { state: 'running'; pid: number }
  /** Ended, but its parent has not waited for it. PostgreSQL treats it as running. */
  | { state: 'zombie'; pid: number }
  /** Another program has the process id now. */
  | { state: 'other'; pid: number }

export function findPostmaster(location: Pick<ClusterLocation, 'data'>): Postmaster {
  const pid = Number(readFirstLine(join(location.data, 'postmaster.pid')))
  if (!Number.isInteger(pid) || pid <= 0) return { state: 'none' }
  const process = describe(pid)
  if (process === undefined) return { state: 'none' }
  if (process.state === 'Z') return { state: 'zombie', pid }
  return { state: /postgres/.test(process.command) ? 'running' : 'other', pid }
}

/** Removes the file of a process that is not PostgreSQL. PostgreSQL refuses to start while it exists. */
export function removePidFile(location: ClusterLocation) {
  rmSync(join(location.data, 'postmaster.pid'), { force: true })
}

/** Starts PostgreSQL in a process group of its own, so that Ctrl-C does not stop it before the server. */
export function spawnPostmaster(binary: string, flags: string[], location: ClusterLocation) {
  const log = openSync(location.log, getFileSize(location.log) > 1_000_000 ? 'w' : 'a', 0o600)
  const child = spawn(binary, flags, {
    ...location.account,
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

/** Long enough for a restart of the server, which takes over the PostgreSQL that its predecessor left. */
const orphanSeconds = 5

/**
 * Stops PostgreSQL when this process has ended without doing so, because it was killed or had no memory left. A shell waits for the end
 * of a pipe from this process, and does nothing if another server has taken PostgreSQL over by then.
 */
export function stopWithThisProcess(location: ClusterLocation, graceSeconds = orphanSeconds) {
  const owner = join(location.root, 'owner')
  const token = randomUUID()
  writeFileSync(owner, token)
  const script = `read -r _ || sleep ${graceSeconds}
    [ "$(cat "$1")" = "$2" ] || exit
    pid=$(head -n 1 "$3") || exit
    { cat "/proc/$pid/comm" 2>/dev/null || ps -o comm= -p "$pid"; } | grep -q postgres && kill -INT "$pid"`
  const pidFile = join(location.data, 'postmaster.pid')
  const shell = spawn('/bin/sh', ['-c', script, 'sh', owner, token, pidFile], {
    ...location.account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.once('error', () => {})
  shell.unref()
  // A shell whose pipe is left open must not keep this process running.
  if (shell.stdin && 'unref' in shell.stdin) (shell.stdin as Socket).unref()
}

/** True if the running PostgreSQL was started with the same binary and flags. */
export function isStartedAs(binary: string, flags: string[], location: ClusterLocation): boolean {
  const quoted = flags.map((flag) => ` "${flag}"`).join('')
  return readFirstLine(join(location.data, 'postmaster.opts')) === binary + quoted
}

/** Stops PostgreSQL cleanly, and immediately after the timeout. An immediate stop loses no committed transaction. */
export async function stopPostmaster(location: ClusterLocation) {
  const running = findPostmaster(location)
  if (running.state === 'running') await stopProcess(running.pid)
}

/** The same for a PostgreSQL of which only the process id is known. */
export async function stopProcess(pid: number) {
  send(pid, 'SIGINT')
  const deadline = Date.now() + 6_000
  while (isAlive(pid)) {
    if (Date.now() > deadline) send(pid, 'SIGQUIT')
    await pause(20)
  }
}

/** The last lines of PostgreSQL's log, to explain a failed start. */
export function readLogTail(location: ClusterLocation): string {
  try {
    return readFileSync(location.log, 'utf8').trimEnd().split('\n').slice(-6).join('\n')
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
    // The process has ended.
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

function readFirstLine(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n')[0]
  } catch {
    return undefined
  }
}

function getFileSize(file: string) {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
