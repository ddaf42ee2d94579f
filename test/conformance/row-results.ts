import { existsSync, readFileSync } from 'node:fs'

import * as z from 'zod/mini'

type Suite = { specs: Spec[]; suites?: Suite[] | undefined }
type Spec = z.infer<typeof specSchema>

const specSchema = z.object({
  tests: z.array(
    z.object({
      annotations: z.array(z.object({ type: z.string(), description: z.optional(z.string()) })),
    }),
  ),
})
const suiteSchema: z.ZodMiniType<Suite> = z.object({
  specs: z.array(specSchema),
  suites: z.optional(z.array(z.lazy(() => suiteSchema))),
})
const reportSchema = z.object({ suites: z.array(suiteSchema) })

/** The rows that ran, from Playwright's JSON report: true if the row passed in every test that proves it. */
export function readRowResults(report: string): Map<string, boolean> {
  const results = new Map<string, boolean>()
  if (!existsSync(report)) return results
  const { suites } = z.parse(reportSchema, JSON.parse(readFileSync(report, 'utf8')))
  for (const { tests } of suites.flatMap(listSpecs))
    for (const { type, description = '' } of tests.flatMap(({ annotations }) => annotations)) {
      if (type !== 'row') continue
      const [id = '', outcome] = description.split(' ')
      results.set(id, outcome === 'passed' && results.get(id) !== false)
    }
  return results
}

function listSpecs({ specs, suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(listSpecs)]
}
