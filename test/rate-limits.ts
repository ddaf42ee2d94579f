import { createHash } from 'node:crypto'

import { beforeEach } from 'vitest'
import * as z from 'zod/mini'

import { createShell } from '#server/composition/shell.ts'
import type { Database } from '#server/database/database.ts'
import { openRateLimits, type RateLimitOptions, type RateLimits } from '#server/rate-limits/rate-limits.ts'
import { openLog } from '#server/runtime/log.ts'
import { outbox } from '#server/mail/outbox.ts'
import { visitor, type Actor } from '#server/policy/actor.ts'
import { sealingWith } from '#server/runtime/sealing.ts'
import { openSessions } from '#server/accounts/sessions.ts'
import { problemSchema } from '#shared/errors.ts'
import type { Challenge } from '#shared/challenge.ts'

import { testDatabase } from './database.ts'
import { as, testOrigin } from './people.ts'

export const testSealing = sealingWith('a secret of thirty-two letters or more')
export const behindProxy = { trustedProxies: ['127.0.0.1'] }

type Options = Pick<RateLimitOptions, 'now' | 'sleep' | 'actions'>

/** The limits of one process. */
export function openTestRateLimits(database: Database, options: Options): RateLimits {
  const { cookies } = openSessions({ database, publicUrl: testOrigin, outbox })
  return openRateLimits({ database, sealing: testSealing, cookies, ...options })
}

/** The shell with limits behind it. */
export function createLimitedShell(
  { guard }: Pick<RateLimits, 'guard'>,
  { trustedProxies = [], getActor = async () => visitor }: ShellOptions,
) {
  const config = { publicUrl: testOrigin, isPublicUrlGiven: true, isLoopback: true, trustedProxies }
  const shell = createShell({ config, log: openLog('silent'), getActor })
  shell.use(guard)
  return shell
}
type ShellOptions = { trustedProxies?: string[]; actorOf?: (request: Request) => Promise<Actor> }

type Given = Options & { trustedProxies?: string[]; actor?: Actor; status?: number }

/** A process: the limits, and behind them routes that answer what they are told to. */
export function openLimitedProcess(
  database: Database,
  { trustedProxies = [], actor = visitor, status = 204, ...options }: Given,
) {
  const shell = createLimitedShell(openTestRateLimits(database, options), {
    trustedProxies,
    actorOf: async () => actor,
  })
  return shell.all('*', () => new Response(null, { status }))
}

/** Processes on one database, and a clock that stands until it is told to go on. */
export async function openLimitedProcesses() {
  const databases = await testDatabase()
  const start = new Date('2026-03-01T09:00:00Z').getTime()
  let nowMs = start
  const now = () => new Date(nowMs)
  beforeEach(async () => {
    await databases.empty()
    nowMs = start
  })
  return {
    ...databases,
    now,
    passTime: (ms: number) => (nowMs += ms),
    processWith: (given: Partial<Given> = {}) =>
      openLimitedProcess(databases.database, { now, ...given }),
  }
}

export type LimitedProcess = ReturnType<typeof openLimitedProcess>
export type LimitedApp = Pick<ReturnType<typeof createLimitedShell>, 'request'>
type Sent = {
  from?: string
  body?: object
  puzzle?: string
  method?: string
  headers?: Record<string, string>
}

/** Asks from a network, with a solved puzzle or without. */
export const post = (app: LimitedApp, path: string, sent: Sent = {}) => {
  const { from, body = {}, puzzle, method = 'POST', headers } = sent
  return as(app, visitor)(path, {
    method,
    body,
    headers: {
      ...(from !== undefined && { 'x-forwarded-for': from }),
      ...(puzzle !== undefined && { 'x-puzzle': puzzle }),
      ...headers,
    },
  })
}

export const readError = async (answer: Response) => z.parse(problemSchema, await answer.json()).error

/** As the browser does it, see web/api/solve-challenge.ts. */
export function solveChallenge({ seed, bits }: Challenge): string {
  for (let number = 0; ; number++) {
    const answer = `${seed} ${number}`
    const digest = createHash('sha256').update(answer).digest()
    if (Math.clz32(digest.readUInt32BE(0)) >= bits) return answer
  }
}

/** Networks without end. */
export function toTestAddress(number: number) {
  return `198.${51 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`
}
