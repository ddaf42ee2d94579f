import { expect, it } from 'vitest'

import { testDatabase } from '#test/support/database/database.ts'
import { createPerson, ada } from '#test/support/people/people.ts'

import { openRefundWorld, playRefundRound } from './refund-rounds.ts'

/** `npm run test:long` runs 1,000. */
const rounds = Number(process.env['KILLS'] ?? 6)
/** The provider and the database are emptied from time to time, because every round works on all refunds. */
const roundsPerWorld = 20

const { database, empty } = await testDatabase()

it(
  `refunds every donation once in ${rounds} rounds in which processes are killed at any step, the provider answers late, twice or never, and clocks differ by 10 minutes`,
  async () => {
    const kills = new Map<string, number>()
    for (let round = 0; round < rounds; round += roundsPerWorld) {
      await empty()
      await createPerson(database, ada)
      const world = await openRefundWorld(database)
      for (let each = round; each < Math.min(round + roundsPerWorld, rounds); each++)
        await playRefundRound(world, database)
      expect((await world.setUp.ledger.checkLedger()).findings).toEqual([])
      for (const moment of world.kills) kills.set(moment, (kills.get(moment) ?? 0) + 1)
    }
    const total = [...kills.values()].reduce((sum, count) => sum + count, 0)
    process.stdout.write(`${rounds} rounds, ${total} kills at ${kills.size} moments\n`)
    expect(total).toBeGreaterThan(rounds / 2)
  },
  60_000 + rounds * 5_000,
)
