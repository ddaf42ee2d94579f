import { expect, test as story } from '../e2e/story.ts'

/** Proves rows of docs/conformance.md. A failure is recorded for these rows and fails the test at its end, so that later rows still run. */
export type ProveRow = (
  ids: string | readonly string[],
  check: () => Promise<void>,
) => Promise<void>

export const test = story.extend<{ row: ProveRow }>({
  // eslint-disable-next-line no-empty-pattern -- the runner reads the fixture's needs from this pattern
  row: async ({}, use, { annotations }) => {
    const failures: string[] = []
    await use(async (ids, check) => {
      const proved = [ids].flat()
      let outcome = 'passed'
      try {
        await test.step(`row ${proved.join(', ')}`, check)
      } catch (error) {
        outcome = 'failed'
        failures.push(`${proved.join(', ')}: ${String(error)}`)
      }
      for (const id of proved) annotations.push({ type: 'row', description: `${id} ${outcome}` })
    })
    expect(failures, 'rows that failed').toEqual([])
  },
})

export { expect }
