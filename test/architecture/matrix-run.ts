import { as, visitor } from '#test/people.ts'

import { expectedKeysOf, expectedOf, keysOf, type Case } from './matrix-cells.ts'
import type { Role } from './matrix-roles.ts'
import type { World } from './matrix-world.ts'

export type Cell = { route: string; of: Case; role: Role }
export type Outcome = {
  status: number
  code: string | undefined
  keys: string
  /** All of the answer but what is different each time. */
  print: string
  changed: string[]
}

/** What a refused request may leave behind: that somebody tried. */
const countsAttempts = /limit|attempt|challenge/

/** Makes the request, looks at what it did, and puts everything back. */
export async function runCell(world: World, { route, of, role }: Cell): Promise<Outcome> {
  const answer = await askedBy(world, { route, of, role })
  const text = await answer.text()
  const changed = await world.store.changed()
  await world.store.restore(changed)
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? ''
  const json: unknown = type === 'application/json' ? JSON.parse(text) : undefined
  return {
    status: answer.status,
    code: codeOf(json),
    keys: json === undefined ? (text === '' ? '' : type) : keysOf(json),
    print: printOf(answer, text),
    changed: changed.filter((table) => !countsAttempts.test(table)),
  }
}

/** The request alone. */
export async function askedBy(world: World, { route, of, role }: Cell): Promise<Response> {
  const [method = 'GET'] = route.split(' ')
  return as(world.app, world.people[role] ?? visitor)(
    typeof of.path === 'string' ? of.path : of.path(world),
    {
      method,
      body: typeof of.body === 'function' ? of.body(world, role) : of.body,
      headers: typeof of.headers === 'function' ? of.headers(world) : (of.headers ?? {}),
    },
  )
}

/** What is not as the table says, in one sentence, or undefined. */
export function differenceOf({ route, of, role }: Cell, outcome: Outcome): string | undefined {
  const where = `${route} on ${of.on} by ${role}:`
  const { status, code } = expectedOf(of, role)
  if (outcome.status !== status || outcome.code !== code)
    return `${where} expected ${status} ${code ?? ''}, was ${outcome.status} ${outcome.code ?? ''}`
  if (code !== undefined && outcome.changed.length > 0)
    return `${where} refused, and yet ${outcome.changed.join(', ')} changed`
  const keys = code === undefined ? expectedKeysOf(of, role) : refusalKeys(outcome.keys)
  if (outcome.keys !== keys) return `${where} expected keys: '${keys}', were: '${outcome.keys}'`
  return undefined
}

/** A refusal says its code and its request, and at most what to correct and when to come back. */
function refusalKeys(keys: string): string {
  return /^\{error\{code( fields\{[^}]*\})?( message)? requestId( retryAfterSeconds)?\}\}$/.test(
    keys,
  )
    ? keys
    : '{error{code requestId}}'
}

function codeOf(json: unknown): string | undefined {
  const { error } = (json ?? {}) as { error?: { code?: string } }
  return error?.code
}

function printOf(answer: Response, text: string): string {
  const id = answer.headers.get('x-request-id') ?? ''
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id')
  return `${answer.status}\n${headers.map((pair) => pair.join(': ')).join('\n')}\n${text.replaceAll(id, '')}`
}
