import type { RateLimitPolicy } from '#server/platform/policy/rate-limit.ts'
import type { Actor } from '#server/platform/policy/actor.ts'
import * as may from '#server/platform/policy/rules.ts'
import type { Refusal, Rule } from '#server/platform/policy/rule.ts'

import { createLimitMutants } from './matrix-limit-mutants.ts'
import { findLimitDifference } from './limit-difference.ts'
import { getLimit } from './matrix-limits.ts'
import { getCells, matrix } from './matrix.ts'
import type { Role } from './matrix-roles.ts'
import { findDifference, runCell, type Cell } from './matrix-run.ts'
import type { World } from './matrix-world.ts'

type AnyRule = Rule<unknown>
const rules = may as unknown as Record<string, AnyRule>

/** One decision of the policy: what a rule answers to a role, or to a role about a subject. */
export type Decision = { rule: string; who: string; thing?: string; said: Refusal | boolean | null }
/** The policy with one decision inverted. */
export type Mutant = Decision & { says: Refusal | boolean | null }

/** Every decision that these routes of the matrix cause, recorded while they run. */
export async function collectDecisions(
  world: World,
  routes: readonly string[],
): Promise<Decision[]> {
  const squares = new Map<string, Decision>()
  const note = (square: Decision) =>
    squares.set([square.rule, square.who, square.thing].join(' '), square)
  const undo = Object.entries(rules).map(([name, rule]) => {
    const { who, when } = rule
    return replace(rule, {
      ...rule,
      who: (actor) => {
        const said = who(actor)
        note({ rule: name, who: whoIs(world, actor), said })
        return said
      },
      when: (actor, subject) => {
        const said = when(actor, subject)
        note({ rule: name, who: whoIs(world, actor), thing: toSubjectName(world, subject), said })
        return said
      },
    })
  })
  for (const route of routes) for (const cell of getCells(route)) await runCell(world, cell)
  for (const restore of undo) restore()
  return [...squares.values()].filter((square) => isAskedByRows(square, world))
}

/**
 * Handlers ask rules of other routes what a page may show, also for roles that no row of those rules has. Their tests compare what
 * is shown.
 */
const isAskedByRows = (square: Decision, world: World) => cellsUnder(square, world).length > 0

/** The handlers of these rules answer without an object of the person or campaign as the rules do, so no response tells the two apart. */
const repeatedByHandler = new Set(['undoDecision', 'writeOff'])

/** A permission becomes a refusal and a refusal a permission; a refusal also becomes another refusal. */
export function createMutants(square: Decision): Mutant[] {
  if (repeatedByHandler.has(square.rule)) return []
  if (typeof square.said === 'boolean') return [{ ...square, says: !square.said }]
  if (square.said === null) return [{ ...square, says: 'sign-in-required' }]
  const other = square.said === 'not-found' ? 'sign-in-required' : 'not-found'
  return [
    { ...square, says: null },
    { ...square, says: other },
  ]
}

/** Runs the rows of the rule under the changed policy until one differs: the difference, or undefined. */
export async function caught(world: World, mutant: Mutant): Promise<string | undefined> {
  const rule = rules[mutant.rule]
  if (!rule) throw new Error(`there is no rule ${mutant.rule}`)
  const undo = replace(rule, changedBy(world, rule, mutant))
  try {
    for (const cell of cellsUnder(mutant, world)) {
      const difference = findDifference(cell, await runCell(world, cell))
      if (difference !== undefined) return difference
    }
    return undefined
  } finally {
    undo()
  }
}

/** A rule with another limit than its own. */
export type LimitMutant = { route: string; rule: keyof typeof may; limit: RateLimitPolicy }

export function listLimitMutants(routes: ReadonlyMap<string, keyof typeof may>): LimitMutant[] {
  return [...routes].flatMap(([route, rule]) =>
    createLimitMutants(getLimit(rule)).map((limit) => ({ route, rule, limit })),
  )
}

/** The difference that the matrix finds in the changed limit, or undefined. */
export function catchLimit({ route, rule, limit }: LimitMutant): string | undefined {
  return findLimitDifference(route, rule, limit)
}

function cellsUnder({ rule, who }: Decision, world: World): Cell[] {
  const routes = Object.keys(matrix).filter((route) => matrix[route]?.rule === rule)
  return routes
    .flatMap(getCells)
    .filter(({ role }) => who === 'payment-provider' || who === toActorName(world, role))
}

function changedBy(world: World, rule: AnyRule, mutant: Mutant): AnyRule {
  const { who, when } = rule
  const concerns = (actor: Actor) => whoIs(world, actor) === mutant.who
  const { says, thing } = mutant
  return typeof says === 'boolean'
    ? {
        ...rule,
        when: (actor, subject) =>
          concerns(actor) && toSubjectName(world, subject) === thing ? says : when(actor, subject),
      }
    : { ...rule, who: (actor) => (concerns(actor) ? says : who(actor)) }
}

/** Gates hold the rule object and read it each time, so what it says can be replaced. */
function replace(rule: AnyRule, by: AnyRule): () => void {
  const original = { ...rule }
  Object.assign(rule, by)
  return () => Object.assign(rule, original)
}

function whoIs(world: World, actor: Actor): string {
  return actor.kind === 'user' ? (world.findRole(actor.uid) ?? 'a new person') : actor.kind
}

/** A rule sees a session that is no longer valid as a visitor. */
function toActorName(world: World, role: Role): string {
  const isGone = role === 'disabled' || role === 'stale'
  return world.people[role] === undefined || isGone ? 'visitor' : role
}

function toSubjectName({ campaigns, findRole }: World, subject: unknown): string {
  if (typeof subject !== 'object' || subject === null) return 'nothing'
  if ('foundBy' in subject) return String(subject.foundBy)
  const known = Object.entries(campaigns).find(([, { id }]) => 'id' in subject && subject.id === id)
  if (known) return known[0]
  return 'uid' in subject ? String(findRole(String(subject.uid))) : 'something'
}
