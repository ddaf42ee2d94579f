import { describe, expect, it } from 'vitest'

import * as may from '#server/platform/policy/rules.ts'

import { toSubject, type Case } from './matrix-cells.ts'
import { getCells, matrix } from './matrix.ts'
import { openWorld } from './matrix-world.ts'
import { findDifference, runCell, type Outcome } from './matrix-run.ts'

const world = await openWorld()
const ruleNames = new Map<unknown, string>(Object.entries(may).map(([name, rule]) => [rule, name]))
const routes = new Map(
  world.app.routes.flatMap(({ method, path, handler }) =>
    'rule' in handler ? [[`${method} ${path}`, ruleNames.get(handler.rule) ?? 'unknown']] : [],
  ),
)

describe('the matrix of routes and roles', () => {
  it('has a row for every route', () => {
    const advice = [...routes.keys()]
      .filter((route) => matrix[route] === undefined)
      .map(
        (route) =>
          `Add to a table in test/architecture/matrix-*.ts (accounts, campaigns, money, pages):\n` +
          `  '${route}': [{ on: 'their own', body: {…}, answers: verifiedOnly(200), keys: '' }],\n` +
          `with one case each for an own and another's object. Run this file again: it reports the keys that it found.`,
      )
    expect(advice.join('\n')).toBe('')
  })

  it('has no row for a route that no longer exists', () => {
    expect(Object.keys(matrix).filter((route) => !routes.has(route))).toEqual([])
  })

  it('limits every route that changes, sends or computes something', () => {
    const limits = new Map(Object.entries(may).map(([name, { limit }]) => [name, limit.kind]))
    const unlimited = [...routes].filter(
      ([route, rule]) => limits.get(rule) !== 'limited' && !isCheapRead(route),
    )
    expect(unlimited).toEqual([])
  })

  it.each(Object.keys(matrix))('holds for %s', async (route) => {
    const differences: string[] = []
    const missing = new Map<string, Outcome[]>()
    const shared = new Map<Case, Set<string>>()
    for (const cell of getCells(route)) {
      const outcome = await runCell(world, cell)
      differences.push(...[findDifference(cell, outcome)].filter((found) => found !== undefined))
      if (outcome.isPublic)
        shared.set(cell.of, (shared.get(cell.of) ?? new Set()).add(withoutTime(outcome)))
      if (outcome.status === 404)
        missing.set(cell.role, [...(missing.get(cell.role) ?? []), outcome])
    }
    for (const [role, answers] of missing)
      if (new Set(answers.map(({ fingerprint }) => fingerprint)).size > 1)
        differences.push(
          `${route} by ${role}: another's object and a missing object are answered differently`,
        )
    for (const [of, answers] of shared)
      if (answers.size > 1)
        differences.push(
          `${route} on ${toSubject(of)}: caches may keep what differs between people`,
        )
    expect(differences).toEqual([])
  })

  it('has noticed every change of a table', async () => {
    expect(await world.store.changedUnnoticed()).toEqual([])
  })
})

/** /.well-known/security.txt says how long it holds. */
const withoutTime = ({ fingerprint }: Outcome) => fingerprint.replace(/^Expires: .*$/m, '')

/** Requests that change nothing, send nothing, check no password and compute no document. */
function isCheapRead(route: string): boolean {
  // They only set a cookie, so they share the limit of the reads.
  if (route === 'POST /language' || route === 'POST /currency') return true
  // Pictures and posters are drawn once for each state of a campaign, in turns by network.
  if (route.startsWith('GET /share/')) return true
  return route.startsWith('GET ') && !/\.(pdf|csv)$|\/data$|\/banks$/.test(route)
}
