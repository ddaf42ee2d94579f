import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { openLog } from '#server/platform/runtime/log.ts'

import { openWorld } from '../architecture/matrix-world.ts'
import { listRequests, parallelRequests, restore, sendBurst } from './one-account.ts'

const messages: string[] = []
const logged = z.object({ msg: z.string() })
const log = openLog('warn', {
  write: (line: string) => void messages.push(z.parse(logged, JSON.parse(line)).msg),
})
const world = await openWorld({ log })
const mutations = listRequests(world)

/** Every tenth route, and those that write most. `npm run test:long` sends bursts to all of them. */
const sampled = mutations.filter(
  ({ route }, index) =>
    process.env['BURSTS'] === 'all' ||
    index % 10 === 0 ||
    /^PUT |(campaigns|donations|freeze|approve|cancel|end)$/.test(route),
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
      // The log of transparency, which the world holds, may say that it did not advance.
      expect(messages.filter((msg) => /unavailable|request failed|transaction/.test(msg))).toEqual(
        [],
      )
    },
    120_000,
  )
})
