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
const most = Number(process.env.MUTANTS ?? 30)
/** Without a number, every eighth route is taken, because collecting decisions takes as long as the matrix. */
const every = process.env.MUTANTS === undefined ? 8 : 1
/** Part of the test's title, so that a run can be repeated. */
const start = Number(process.env.START ?? Date.now()) % every

it(
  `detects at least 99 of 100 inverted cells of the permission matrix (start ${start})`,
  async () => {
    const world = await openWorld()
    const routes = Object.keys(matrix).filter((_, index) => index % every === start)
    const all = (await collectDecisions(world, routes)).flatMap(createMutants)
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

    expect(all.length).toBeGreaterThan(300 / every)
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
