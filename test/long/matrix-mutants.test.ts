import { expect, it } from 'vitest'

import { caught, mutantsOf, squaresOf } from '../architecture/matrix-mutants.ts'
import { openWorld } from '../architecture/matrix-world.ts'

/** How many of them, spread evenly; all unless told otherwise. */
const most = Number(process.env.MUTANTS ?? 60)

it(
  'notices every square of the policy that is turned over',
  async () => {
    const world = await openWorld()
    const all = (await squaresOf(world)).flatMap(mutantsOf)
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
    // At least 99 of 100 are caught.
    expect(survivors.slice(Math.floor(tried.length / 100))).toEqual([])
  },
  20 * 60_000,
)
