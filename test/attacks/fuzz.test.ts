import { expect, it } from 'vitest'

import { openWorld } from '#test/architecture/matrix-world.ts'

import { formatReport, fuzz } from './fuzz.ts'

const world = await openWorld()
/** `npm run test:long` sends 20,000. */
const count = Number(process.env['FUZZ'] ?? 800)

it(
  `answers ${count} hostile requests without an internal error or a stack trace`,
  { timeout: 60_000 + count * 200 },
  async () => {
    const report = await fuzz(world, { count, seed: 20_261_122 })
    process.stdout.write(formatReport(report))
    expect(report.failures).toEqual([])
  },
)
