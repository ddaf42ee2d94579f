import { expect, it } from 'vitest'

import { openWorld, type World } from '../architecture/matrix-world.ts'
import { listMutations, read, restore, sendBurst, type Burst } from '../attacks/one-account.ts'

/** `npm run test:long` sends bursts to every route. The routes that write most are in `test/attacks/one-account.test.ts` too. */
const isLong = process.env['BURSTS'] === 'all'
const every = isLong ? 1 : 12
const idleReads = isLong ? 400 : 50

it(
  `answers a visitor while one account sends 40 parallel requests to ${isLong ? 'each route' : 'every twelfth route'} that changes something`,
  async () => {
    const world = await openWorld()
    // The first reads compile the code and prepare the statements.
    await readOften(world)
    const idle = await readOften(world)

    const bursts: Burst[] = []
    for (const cell of listMutations(world).filter((_, index) => index % every === 0)) {
      bursts.push(await sendBurst(world, cell))
      await restore(world)
    }

    const visitorMs = bursts.flatMap((burst) => burst.visitorMs)
    const [idleP99, p99] = [getP99(idle.visitorMs), getP99(visitorMs)]
    const slowest = bursts.toSorted((a, b) => Math.max(...b.visitorMs) - Math.max(...a.visitorMs))
    process.stdout.write(
      `${bursts.length} routes, ${visitorMs.length} reads: visitor's p99 ${p99.toFixed(1)} ms, idle ${idleP99.toFixed(1)} ms, ` +
        `ratio ${(p99 / idleP99).toFixed(2)}, longest ${Math.max(...visitorMs).toFixed(0)} ms ` +
        `(${slowest
          .slice(0, 3)
          .map(({ route }) => route)
          .join('; ')}), ` +
        `answers ${JSON.stringify(count(bursts.flatMap(({ statuses }) => statuses)))}\n`,
    )

    expect(bursts.flatMap(({ faults }) => faults)).toEqual([])
    expect(new Set(bursts.flatMap(({ visitorStatuses }) => visitorStatuses))).toEqual(
      new Set([200]),
    )
  },
  20 * 60_000,
)

async function readOften(world: World) {
  const reads: Pick<Burst, 'visitorStatuses' | 'visitorMs'> = { visitorStatuses: [], visitorMs: [] }
  for (let count = 0; count < idleReads; count++) await read(world, reads)
  return reads
}

function getP99(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}

function count(statuses: number[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
