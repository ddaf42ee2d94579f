import { randomUUID } from 'node:crypto'

import { as, visitor } from '#test/support/people/people.ts'

import {
  getExpectedKeys,
  getExpected,
  getPath,
  toKeys,
  toSubject,
  type Case,
} from './matrix-cells.ts'
import type { Role } from './matrix-roles.ts'
import type { World } from './matrix-world.ts'

export type Cell = { route: string; of: Case; role: Role }
export type Outcome = {
  status: number
  code: string | undefined
  keys: string
  /** Whether any website may show the response in a frame. */
  allowsFrames: boolean
  /** Whether a cache that several people share may keep the response. */
  isPublic: boolean
  /** The response without what differs each time. */
  fingerprint: string
  changed: string[]
}

/** Tables that a refused request may change: counters of attempts. */
const attemptTables = /limit|attempt|challenge/

/** Sends the request, records what it changed, and restores the store. */
export async function runCell(world: World, { route, of, role }: Cell): Promise<Outcome> {
  const answer = await sendRequest(world, { route, of, role })
  const text = await answer.text()
  const changed = await world.store.changed()
  await world.store.restore(changed)
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? ''
  const json: unknown = type === 'application/json' ? JSON.parse(text) : undefined
  return {
    status: answer.status,
    code: getCode(json),
    keys: json === undefined ? (text === '' ? '' : type) : toKeys(json),
    allowsFrames: answer.headers.get('x-frame-options') !== 'DENY',
    isPublic: /public|s-maxage/.test(answer.headers.get('cache-control') ?? ''),
    fingerprint: toFingerprint(answer, text),
    changed: changed.filter((table) => !attemptTables.test(table)),
  }
}

/** Sends the request without restoring anything. */
export async function sendRequest(world: World, { route, of, role }: Cell): Promise<Response> {
  const [method = 'GET'] = route.split(' ')
  const headers = typeof of.headers === 'function' ? of.headers(world) : of.headers
  return as(world.app, world.people[role] ?? visitor)(getPath(route, of, world), {
    method,
    body: typeof of.body === 'function' ? of.body(world, role) : of.body,
    headers: { 'idempotency-key': randomUUID(), ...headers },
  })
}

/** The first difference from the table as a sentence, or undefined. */
export function findDifference({ route, of, role }: Cell, outcome: Outcome): string | undefined {
  const where = `${route} on ${toSubject(of)} by ${role}:`
  const { status, code } = getExpected(of, role)
  if (outcome.status !== status || outcome.code !== code)
    return `${where} expected ${status} ${code ?? ''}, was ${outcome.status} ${outcome.code ?? ''}`
  // An attempt that the provider refused is a decision, too.
  const changed = outcome.changed.filter((table) => table !== 'public.money_decision')
  if (code !== undefined && changed.length > 0)
    return `${where} refused, and yet ${changed.join(', ')} changed`
  const mayBeFramed = route === 'GET /embed/:id' && code === undefined
  if (outcome.allowsFrames !== mayBeFramed)
    return `${where} ${mayBeFramed ? 'refuses' : 'allows'} frames`
  const keys = code === undefined ? getExpectedKeys(of, role) : refusalKeys(outcome.keys)
  if (outcome.keys !== keys) return `${where} expected keys: '${keys}', were: '${outcome.keys}'`
  return undefined
}

/** A refusal holds a code and a request id, and at most field messages, reasons of a hold and a retry time. */
function refusalKeys(keys: string): string {
  return /^\{error\{code( fields\{[^}]*\})?( message)?( reasons\[\])? requestId( retryAfterSeconds)?( takedown\{at ground reason\})?\}\}$/.test(
    keys,
  )
    ? keys
    : '{error{code requestId}}'
}

function getCode(json: unknown): string | undefined {
  const { error } = (json ?? {}) as { error?: { code?: string } }
  return error?.code
}

function toFingerprint(answer: Response, text: string): string {
  const id = answer.headers.get('x-request-id') ?? ''
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id')
  return `${answer.status}\n${headers.map((pair) => pair.join(': ')).join('\n')}\n${text.replaceAll(id, '')}`
}
