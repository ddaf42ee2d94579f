import { expect, it } from 'vitest'

import {
  catchLimit,
  caught,
  createMutants,
  collectDecisions,
  listLimitMutants,
} from '../architecture/matrix-mutants.ts'
import { matrix } from '../architecture/matrix.ts'
import { openWorld } from '../architecture/matrix-world.ts'

/** Number of mutants, spread evenly. */
const most = Number(process.env.MUTANTS ?? 60)

it(
  'detects at least 99 of 100 inverted cells of the permission matrix',
  async () => {
    const world = await openWorld()
    const all = (await collectDecisions(world)).flatMap(createMutants)
    const step = Math.max(1, all.length / most)
    const tried = Array.from(
      { length: Math.min(most, all.length) },
      (_, index) => all[Math.floor(index * step)],
    ).filter((mutant) => mutant !== undefined)

    const survivors = []
    for (const mutant of tried)
      if ((await caught(world, mutant)) === undefined) survivors.push(mutant)
    process.stdout.write(
      `${tried.length} of ${all.length} mutants tried, ${survivors.length} survived\n`,
    )

    expect(all.length).toBeGreaterThan(300)
    expect(survivors.slice(Math.floor(tried.length / 100))).toEqual([])
  },
  20 * 60_000,
)

it('detects at least 99 of 100 changed limits', () => {
  const rules = new Map(Object.entries(matrix).map(([route, { rule }]) => [route, rule]))
  const mutants = listLimitMutants(rules)
  const survivors = mutants.filter((mutant) => catchLimit(mutant) === undefined)
  process.stdout.write(`${mutants.length} changed limits, ${survivors.length} survived\n`)
  expect(survivors.slice(Math.floor(mutants.length / 100))).toEqual([])
})
