import { existsSync, readFileSync } from 'node:fs'

import { listSpecs } from '../support/servers/browser-report.ts'

/** The rows that ran, from Playwright's JSON report: true if the row passed in every test that proves it. */
export function readRowResults(report: string): Map<string, boolean> {
  const results = new Map<string, boolean>()
  if (!existsSync(report)) return results
  const specs = listSpecs(JSON.parse(readFileSync(report, 'utf8')))
  for (const { type, description = '' } of specs
    .flatMap(({ tests }) => tests)
    .flatMap(({ annotations }) => annotations)) {
    if (type !== 'row') continue
    const [id = '', outcome] = description.split(' ')
    results.set(id, outcome === 'passed' && results.get(id) !== false)
  }
  return results
}
