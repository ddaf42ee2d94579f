import { seededRandom } from '#dev/sample-data/seed.ts'

/** Chosen anew in each process, or by `SAMPLE`, so that a failure can be repeated. Test titles and reports name it. */
export const shareSeed = Number(process.env['SAMPLE'] ?? Date.now() % 100_000)

/** One of every `share` cases, drawn by `shareSeed` and `draw`, in their own order. `npm run test:long` runs all. */
export function takeShare<Case>(cases: readonly Case[], share: number, draw = 0): Case[] {
  const random = seededRandom(shareSeed + draw)
  const drawn = cases
    .map((_, index) => ({ index, order: random.next() }))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, Math.ceil(cases.length / share))
    .map(({ index }) => index)
  return cases.filter((_, index) => drawn.includes(index))
}
