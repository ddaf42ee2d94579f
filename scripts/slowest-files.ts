import { relative } from 'node:path'

import * as z from 'zod/mini'

type Time = { file: string; ms: number }

const vitestReport = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
})

const playwrightTest = z.object({
  results: z.array(z.object({ duration: z.number() })),
})
const playwrightReport = z.object({
  suites: z.array(
    z.object({
      file: z.string(),
      specs: z.array(z.object({ tests: z.array(playwrightTest) })),
    }),
  ),
})

/** The ten files of a Vitest or Playwright report that took longest, as lines to print. Nothing for any other report. */
export function listSlowestFiles(report: unknown): string[] {
  return [...vitestTimes(report), ...playwrightTimes(report)]
    .sort((one, other) => other.ms - one.ms)
    .slice(0, 10)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${file}`)
}

function vitestTimes(report: unknown): Time[] {
  const files = z.safeParse(vitestReport, report).data?.testResults ?? []
  return files.map(({ name, startTime, endTime }) => ({
    file: relative('', name),
    ms: endTime - startTime,
  }))
}

function playwrightTimes(report: unknown): Time[] {
  const files = z.safeParse(playwrightReport, report).data?.suites ?? []
  return files.map(({ file, specs }) => ({
    file,
    ms: specs
      .flatMap(({ tests }) => tests)
      .flatMap(({ results }) => results)
      .reduce((sum, { duration }) => sum + duration, 0),
  }))
}
