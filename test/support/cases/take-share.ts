import { seededRandom } from '#dev/sample-data/seed.ts'

/** The same in each run, so that no run fails by chance; `SAMPLE` chooses another. Test titles and reports name it. */
export const shareSeed = Number(process.env['SAMPLE'] ?? 1)

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
