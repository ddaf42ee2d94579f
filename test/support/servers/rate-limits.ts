import { createHash } from 'node:crypto'

import { beforeEach } from 'vitest'
import * as z from 'zod/mini'

import { openSessions } from '#server/people/accounts/sessions.ts'
import { createShell } from '#server/shell.ts'
import type { Database } from '#server/platform/database/database.ts'
import { jsonBody, Refused } from '#server/platform/http/context.ts'
import { gate } from '#server/platform/http/gate.ts'
import { visitor, type Actor } from '#server/platform/policy/actor.ts'
import * as rules from '#server/platform/policy/rules.ts'
import type { Rule } from '#server/platform/policy/rule.ts'
import {
  openRateLimits,
  type RateLimitOptions,
  type RateLimits,
} from '#server/platform/rate-limits/rate-limits.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import type { Challenge } from '#shared/challenge.ts'
import { problemSchema } from '#shared/errors.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { testOutbox } from '#test/support/mail/mails.ts'
import { as, testEvents, testOrigin } from '#test/support/people/people.ts'
import { testSealing } from './sealing.ts'

export const behindProxy = { trustedProxies: ['127.0.0.1'] }

type Options = Pick<RateLimitOptions, 'now' | 'sleep' | 'adjust' | 'challengeCosts'>

/** The rate limits of one process. */
export function openTestRateLimits(database: Database, options: Options): RateLimits {
  const { isKnownDevice } = openSessions({ database, publicUrl: testOrigin, events: testEvents })
  return openRateLimits({
    database,
    sealing: testSealing,
    outbox: testOutbox,
    isKnownDevice,
    ...options,
  })
}

type ShellOptions = { trustedProxies?: string[]; getActor?: (request: Request) => Promise<Actor> }

/** The production shell with these rate limits. */
export function createLimitedShell(
  { middleware }: Pick<RateLimits, 'middleware'>,
  { trustedProxies = [], getActor = async () => visitor }: ShellOptions,
) {
  const config = {
    publicUrl: testOrigin,
    isPublicUrlGiven: true,
    isLoopback: true,
    trustedProxies,
    hasDevelopmentFeatures: false,
  }
  const shell = createShell({ config, log: openLog('silent'), getActor })
  shell.use(middleware)
  return shell
}

type ProcessOptions = Options & { trustedProxies?: string[]; actor?: Actor; status?: number }

/** A rule that admits everyone, with the limit of a rule of the app. */
const openRule = ({ limit }: Pick<Rule<never>, 'limit'>): Rule<{ id: string }> => ({
  who: () => null,
  when: () => true,
  limit,
  personalData: undefined,
  conflict: undefined,
  isByRole: () => false,
})

export type RuleName = keyof typeof rules
/** Bodies have the size of an image at one path only. */
export const toRulePath = (name: RuleName, id = 'c1') =>
  name === 'uploadImage' ? '/api/images' : `/${name}/${id}`

/** A process with the real gate in front of a route for each rule, which parses a form and responds with `status`. */
function openProcess(
  database: Database,
  { trustedProxies = [], actor = visitor, status = 204, ...options }: ProcessOptions,
) {
  const rateLimits = openTestRateLimits(database, options)
  const shell = createLimitedShell(rateLimits, { trustedProxies, getActor: async () => actor })
  for (const [name, rule] of Object.entries(rules))
    shell.all(
      toRulePath(name as RuleName, ':id'),
      gate(openRule(rule), async (id) => ({ id })),
      async (c) => {
        if (c.req.method !== 'GET') await jsonBody(c, z.looseObject({}))
        if (status === 401) throw new Refused('invalid-credential')
        return new Response(null, { status })
      },
    )
  return shell
}

/** Processes that share one database and a clock, which moves only by `advanceClock`. */
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
    advanceClock: (ms: number) => (nowMs += ms),
    openProcess: (options: ProcessOptions = {}) =>
      openProcess(databases.database, { now, ...options }),
  }
}

export type LimitedApp = Pick<ReturnType<typeof createLimitedShell>, 'request'>
type RequestOptions = {
  from?: string
  body?: object
  solution?: string
  method?: string
  headers?: Record<string, string>
}

/** Sends a request from an address, with the solution of a challenge if there is one. */
export const post = (app: LimitedApp, path: string, options: RequestOptions = {}) => {
  const { from, body = {}, solution, method = 'POST', headers } = options
  return as(app, visitor)(path, {
    method,
    ...(method !== 'GET' && { body }),
    headers: {
      ...(from !== undefined && { 'x-forwarded-for': from }),
      ...(solution !== undefined && { 'x-challenge': solution }),
      ...headers,
    },
  })
}

export const readError = async (response: Response) =>
  z.parse(problemSchema, await response.json()).error

/** Solves a challenge as web/api/solve-challenge.ts does. */
export function solveChallenge({ seed, bits }: Challenge): string {
  for (let number = 0; ; number++) {
    const solution = `${seed} ${number}`
    const digest = createHash('sha256').update(solution).digest()
    if (Math.clz32(digest.readUInt32BE(0)) >= bits) return solution
  }
}

/** A different network for each number. */
export function toTestAddress(number: number) {
  return `198.${51 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`
}
