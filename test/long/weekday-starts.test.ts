import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createKillableAjo } from '../kill/killable-ajo.ts'

/** `npm run test:long` starts with sample data on each day of a week: on working days the sandbox pays out while it is made. */
const days = Number(process.env['START_DAYS'] ?? 0)
const dayMs = 86_400_000
const listSchema = z.object({
  campaigns: z.array(z.object({ title: z.string(), raisedKobo: z.int() })),
})

/** A module that moves the clock of a process, and lets it go on from there. */
const movedClock = (byDays: number) =>
  `data:text/javascript,${encodeURIComponent(`
    const RealDate = Date
    globalThis.Date = class extends RealDate {
      constructor(...args) { if (args.length === 0) super(Date.now()); else super(...args) }
      static now() { return RealDate.now() + ${byDays * dayMs} }
    }`)}`

it.runIf(days > 0)(
  `has the same sample campaigns when its first start is on any of ${days} days in a row`,
  async () => {
    const starts: string[][] = []
    for (let day = 0; day < days; day++) {
      await using ajo = await createKillableAjo(undefined, {
        SEED: 'on',
        NODE_OPTIONS: `--import=${movedClock(day)}`,
      })
      await ajo.start()
      const answer = await fetch(`${ajo.url}/api/v1/campaigns?limit=50`)
      const { campaigns } = z.parse(listSchema, await answer.json())
      const rows = campaigns.map((each) => JSON.stringify(each)).toSorted()
      expect(ajo.output()).not.toContain('incomplete')
      starts.push(rows)
    }
    for (const rows of starts) expect(rows).toEqual(starts[0])
  },
  60_000 + days * 180_000,
)
