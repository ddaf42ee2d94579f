import { expect } from 'vitest'

import { killSwitch, type KillSwitch } from './kill-switch.ts'

/** `npm run test:long` kills at every step. */
export const every = Number(process.env['KILL_EVERY'] ?? 25)

type Killed<World, Outcome> = {
  /** The same world each time. */
  open: () => Promise<World>
  /** What the process does that is killed. */
  work: (world: World, power: KillSwitch) => Promise<unknown>
  /** What processes do after it. */
  finish: (world: World) => Promise<unknown>
  /** What must not depend on kills. */
  readOutcome: (world: World) => Promise<Outcome>
  /** Of the outcome without a kill. */
  check: (outcome: Outcome) => void
}

/** Kills the work at one step after another. Each world ends as the one without a kill, with a ledger that balances. */
export async function expectSameAfterKills<
  World extends { ledger: { checkLedger: () => Promise<{ findings: readonly unknown[] }> } },
  Outcome,
>({ open, work, finish, readOutcome, check }: Killed<World, Outcome>): Promise<void> {
  const untouched = await open()
  let steps = 0
  await work(untouched, { ...killSwitch(), pass: () => void (steps += 1) })
  await finish(untouched)
  const expected = await readOutcome(untouched)
  check(expected)

  const moments = new Set<string>()
  for (let step = 1; step <= steps; step += every) {
    const world = await open()
    const power = killSwitch()
    power.arm(step)
    await work(world, power).catch(() => {})
    const moment = power.moment()
    // Simultaneous acts take a few steps more or fewer.
    if (moment === undefined) break
    moments.add(moment)
    await finish(world)
    expect(await readOutcome(world), `killed ${moment}`).toEqual(expected)
    expect((await world.ledger.checkLedger()).findings).toEqual([])
  }
  process.stdout.write(`${moments.size} moments of ${steps} steps\n`)
  expect(moments.size).toBeGreaterThanOrEqual(Math.min(12, Math.floor(steps / every / 2)))
}
