import * as z from 'zod/mini'

type Suite = { specs: Spec[]; suites?: Suite[] | undefined }
type Spec = z.infer<typeof specSchema>

const specSchema = z.object({
  title: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      annotations: z.array(z.object({ type: z.string(), description: z.optional(z.string()) })),
    }),
  ),
})
const suiteSchema: z.ZodMiniType<Suite> = z.object({
  specs: z.array(specSchema),
  suites: z.optional(z.array(z.lazy(() => suiteSchema))),
})
const reportSchema = z.object({ suites: z.array(suiteSchema) })

/** The tests of Playwright's JSON report. None for any other report. */
export function listSpecs(report: unknown): Spec[] {
  return z.safeParse(reportSchema, report).data?.suites.flatMap(flattenSuite) ?? []
}

/** The titles of the tests that failed first and passed when they were repeated. */
export const listRepeatedSpecs = (report: unknown) => listTitles(report, 'flaky')

/** The titles of the tests that failed, also when they were repeated. */
export const listFailedSpecs = (report: unknown) => listTitles(report, 'unexpected')

function listTitles(report: unknown, wanted: 'flaky' | 'unexpected'): string[] {
  return listSpecs(report)
    .filter(({ tests }) => tests.some(({ status }) => status === wanted))
    .map(({ title }) => title)
}

function flattenSuite({ specs, suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(flattenSuite)]
}
