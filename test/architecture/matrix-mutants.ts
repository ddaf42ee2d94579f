import type { Actor } from '#server/policy/actor.ts'
import * as may from '#server/policy/rules.ts'
import type { Refusal, Rule } from '#server/policy/rules.ts'

import { cellsOf, matrix } from './matrix.ts'
import type { Role } from './matrix-roles.ts'
import { differenceOf, runCell, type Cell } from './matrix-run.ts'
import type { World } from './matrix-world.ts'

type AnyRule = Rule<unknown>
const rules = may as unknown as Record<string, AnyRule>

/** One square of the policy: what a rule says to one kind of person, or to them about one thing. */
export type Square = { rule: string; who: string; thing?: string; said: Refusal | boolean | null }
/** The policy with one square turned over. */
export type Mutant = Square & { says: Refusal | boolean | null }

/** Every square that the matrix touches, found by listening to the rules while it runs. */
export async function squaresOf(world: World): Promise<Square[]> {
  const squares = new Map<string, Square>()
  const note = (square: Square) =>
    squares.set([square.rule, square.who, square.thing].join(' '), square)
  const undo = Object.entries(rules).map(([name, rule]) => {
    const { who, when } = rule
    return replace(rule, {
      who: (actor) => {
        const said = who(actor)
        note({ rule: name, who: whoIs(world, actor), said })
        return said
      },
      when: (actor, subject) => {
        const said = when(actor, subject)
        note({ rule: name, who: whoIs(world, actor), thing: thingOf(world, subject), said })
        return said
      },
    })
  })
  for (const route of Object.keys(matrix))
    for (const cell of cellsOf(route)) await runCell(world, cell)
  for (const restore of undo) restore()
  return [...squares.values()]
}

/** A yes becomes a no and a no a yes; a no also becomes another no, which tells too much or too little. */
export function mutantsOf(square: Square): Mutant[] {
  if (typeof square.said === 'boolean') return [{ ...square, says: !square.said }]
  if (square.said === null) return [{ ...square, says: 'sign-in-required' }]
  const other = square.said === 'not-found' ? 'sign-in-required' : 'not-found'
  return [
    { ...square, says: null },
    { ...square, says: other },
  ]
}

/** Runs the rows of that rule under the changed policy until one differs: what it found, or undefined. */
export async function caught(world: World, mutant: Mutant): Promise<string | undefined> {
  const rule = rules[mutant.rule]
  if (!rule) throw new Error(`there is no rule ${mutant.rule}`)
  const undo = replace(rule, changedBy(world, rule, mutant))
  try {
    for (const cell of cellsUnder(mutant, world)) {
      const difference = differenceOf(cell, await runCell(world, cell))
      if (difference !== undefined) return difference
    }
    return undefined
  } finally {
    undo()
  }
}

function cellsUnder({ rule, who }: Mutant, world: World): Cell[] {
  const routes = Object.keys(matrix).filter((route) => matrix[route]?.rule === rule)
  return routes
    .flatMap(cellsOf)
    .filter(({ role }) => who === 'payment-provider' || who === kindOf(world, role))
}

function changedBy(world: World, { who, when }: AnyRule, mutant: Mutant): AnyRule {
  const concerns = (actor: Actor) => whoIs(world, actor) === mutant.who
  const { says, thing } = mutant
  return typeof says === 'boolean'
    ? {
        who,
        when: (actor, subject) =>
          concerns(actor) && thingOf(world, subject) === thing ? says : when(actor, subject),
      }
    : { who: (actor) => (concerns(actor) ? says : who(actor)), when }
}

/** Gates hold the rule itself and ask it each time, so its two halves can be exchanged under them. */
function replace(rule: AnyRule, by: AnyRule): () => void {
  const { who, when } = rule
  Object.assign(rule, by)
  return () => Object.assign(rule, { who, when })
}

function whoIs(world: World, actor: Actor): string {
  return actor.kind === 'user' ? (world.roleOf(actor.uid) ?? 'somebody new') : actor.kind
}

/** To a rule, a session that no longer counts is none. */
function kindOf(world: World, role: Role): string {
  const isGone = role === 'disabled' || role === 'stale'
  return world.people[role] === undefined || isGone ? 'visitor' : role
}

function thingOf({ campaigns, roleOf }: World, subject: unknown): string {
  if (typeof subject !== 'object' || subject === null) return 'nothing'
  if ('foundBy' in subject) return String(subject.foundBy)
  const known = Object.entries(campaigns).find(([, { id }]) => 'id' in subject && subject.id === id)
  if (known) return known[0]
  return 'uid' in subject ? String(roleOf(String(subject.uid))) : 'something'
}
