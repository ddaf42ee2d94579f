import { expect, it } from 'vitest'

import { listFailedSpecs, listRepeatedSpecs } from '#test/support/servers/browser-report.ts'

it('lists the stories that failed, and those that passed only when they were repeated', () => {
  const toSpec = (title: string, status: string) => ({
    title,
    tests: [{ status, annotations: [] }],
  })
  const inner = { specs: [toSpec('passes when repeated', 'flaky')] }
  const suites = [
    { specs: [toSpec('passes', 'expected'), toSpec('fails', 'unexpected')], suites: [inner] },
  ]
  expect(listRepeatedSpecs({ suites })).toEqual(['passes when repeated'])
  expect(listFailedSpecs({ suites })).toEqual(['fails'])
})

it('lists nothing for a check without a report of stories', () => {
  expect(listRepeatedSpecs(undefined)).toEqual([])
  expect(listRepeatedSpecs({ testResults: [] })).toEqual([])
})
