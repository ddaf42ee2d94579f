import { describe, expect, it } from 'vitest'

import { openLog } from '#server/platform/runtime/log.ts'

import { openWorld } from '../architecture/matrix-world.ts'
import { listMutations, parallelRequests, restore, sendBurst } from './one-account.ts'

const lines: string[] = []
const log = openLog('warn', { write: (line: string) => void lines.push(line) })
const world = await openWorld({ log })
const mutations = listMutations(world)

/** Every tenth route, and those that write most. The long run sends all of them. */
const sampled = mutations.filter(
  ({ route }, index) =>
    index % 10 === 0 || /^PUT |(campaigns|donations|freeze|approve|cancel|end)$/.test(route),
)

describe('40 parallel requests of one account', () => {
  it.each(sampled)(
    'to $route stop neither the account nor a visitor',
    async (cell) => {
      const burst = await sendBurst(world, cell)
      await restore(world)

      expect(burst.statuses).toHaveLength(parallelRequests)
      expect(burst.faults).toEqual([])
      expect(new Set(burst.visitorStatuses)).toEqual(new Set([200]))
      expect(lines.filter((line) => /unavailable|request failed|transaction/.test(line))).toEqual(
        [],
      )
    },
    120_000,
  )
})
