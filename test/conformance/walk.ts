import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { personIn, startAjo, type Ajo } from '../e2e/ajo.ts'
import { expect, test as story } from '../e2e/story.ts'
import { listWalks } from './rows.ts'

/**
 * Proves rows of docs/conformance.md. A failure is recorded for these rows and fails the test at its end, so that later rows still run.
 * The body only checks: actions that later rows need stand outside, because a run with ROWS skips the bodies of all other rows.
 */
export type ProveRow = (
  ids: string | readonly string[],
  check: () => Promise<void>,
) => Promise<void>

/** Set by scripts/conformance-mutants.ts: the rows to prove, and the server with its terminal output, which is in its data folder. */
const { ROWS, AJO_URL, AJO_OUTPUT, AJO_DATA } = process.env

export const test = story.extend<{ row: ProveRow }, { ajo: Ajo }>({
  ajo: [
    // eslint-disable-next-line no-empty-pattern -- the runner reads the fixture's needs from this pattern
    async ({}, use) => {
      if (AJO_URL !== undefined && AJO_OUTPUT !== undefined)
        return use(getRunningAjo(AJO_URL, AJO_OUTPUT))
      await using ajo = await startAjo({ template: AJO_DATA })
      await use(ajo)
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  // eslint-disable-next-line no-empty-pattern -- the runner reads the fixture's needs from this pattern
  row: async ({}, use, { annotations, file, line }) => {
    const failures: string[] = []
    const wanted = ROWS === undefined ? undefined : new Set(ROWS.split(','))
    const walk = listWalks().find((each) => resolve(each.file) === file && each.line === line)
    // A row that is proved in two places runs twice.
    const pending = walk?.rows.filter((id) => wanted?.has(id)) ?? []
    await use(async (ids, check) => {
      const asked = [ids].flat().filter((id) => wanted === undefined || wanted.has(id))
      if (asked.length === 0) return
      let outcome = 'passed'
      try {
        await test.step(`row ${asked.join(', ')}`, check)
      } catch (error) {
        outcome = 'failed'
        failures.push(`${asked.join(', ')}: ${String(error)}`)
      }
      for (const id of asked) {
        annotations.push({ type: 'row', description: `${id} ${outcome}` })
        pending.splice(pending.indexOf(id), 1)
      }
      // Ends a mutant's run early, whose results are the annotations. A run of all rows never gets here.
      if (wanted !== undefined && pending.length === 0) test.skip(true, 'the wanted rows have run')
    })
    expect(failures, 'rows that failed').toEqual([])
  },
})

export { expect }

function getRunningAjo(url: string, outputFile: string): Ajo {
  const output = () => readFileSync(outputFile, 'utf8')
  return {
    url,
    dataDir: dirname(outputFile),
    output,
    person: (role) => personIn(output(), role),
    stop: () => Promise.resolve(null),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}
