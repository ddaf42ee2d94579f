import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

import * as z from 'zod/mini'

import type { DataTemplates } from '#test/data-templates.ts'
import { listWalks, type ConformanceRow } from '#test/conformance/rows.ts'
import { readRowResults } from '#test/conformance/row-results.ts'

import { startChangedServer } from './changed-server.ts'

/** What the proof of a row said: undefined if it did not run. */
export type RowResults = Map<string, boolean | undefined>

/** Runs only these rows, in only the browser tests that contain them, against servers of the folder. */
export async function proveInBrowser(
  ids: readonly string[],
  folder: string,
  templates: DataTemplates,
): Promise<RowResults> {
  const report = resolve('test-results/rows.json')
  rmSync(report, { force: true })
  const tests = listWalks().filter(({ rows }) => rows.some((id) => ids.includes(id)))
  const needsServer = tests.some(({ file }) => !file.startsWith('test/conformance/hosted/'))
  await using server = needsServer
    ? await startChangedServer(folder, templates.env.AJO_DATA)
    : undefined
  if (tests.length > 0)
    await run('.', 'playwright', {
      args: [
        'test',
        '--project=conformance',
        '--reporter=json',
        ...tests.map(({ file, line }) => `${file}:${line}`),
      ],
      env: {
        ROWS: ids.join(','),
        AJO_FOLDER: folder,
        ...templates.env,
        ...(server && { AJO_URL: server.url, AJO_OUTPUT: server.output }),
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
    })
  return readRowResults(report)
}

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
    }),
  ),
})

/** Runs the unit tests that these rows name in the folder, and nothing else of their files. */
export async function proveByUnitTests(
  rows: readonly ConformanceRow[],
  folder: string,
): Promise<RowResults> {
  const report = join(folder, 'unit.json')
  rmSync(report, { force: true })
  const named = rows.flatMap(({ id, proofs }) => proofs.flatMap((proof) => findTests(id, proof)))
  if (named.length > 0)
    await run(folder, 'vitest', {
      args: [
        'run',
        '--reporter=json',
        `--outputFile=${report}`,
        '-t',
        `(${[...new Set(named.map(({ title }) => title.source))].join('|')})$`,
        ...new Set(named.map(({ file }) => file)),
      ],
    })
  const results: RowResults = new Map()
  if (!existsSync(report)) return results
  const { testResults } = z.parse(reportSchema, JSON.parse(readFileSync(report, 'utf8')))
  for (const { id, file, title } of named)
    for (const { name, assertionResults } of testResults) {
      if (!name.endsWith(`/${file}`)) continue
      for (const { title: ran, status } of assertionResults)
        if (new RegExp(`^${title.source}$`).test(ran) && ['passed', 'failed'].includes(status))
          results.set(id, status === 'passed' && results.get(id) !== false)
    }
  return results
}

type UnitTest = { id: string; file: string; title: RegExp }

/** The unit tests that a proof names. A suite that adapters share is run by the tests that import it. */
function findTests(id: string, proof: string): UnitTest[] {
  const [file = '', name = ''] = proof.split(' › ')
  const title = new RegExp(toPattern(name))
  if (/\.test\.tsx?$/.test(file)) return [{ id, file, title }]
  if (!file.endsWith('.contract.ts')) return []
  return listTestFiles()
    .filter((test) => readFileSync(test, 'utf8').includes(`/${basename(file)}'`))
    .map((test) => ({ id, file: test, title }))
}

/** A title as written in the source: values that the runner inserts match anything. */
function toPattern(title: string): string {
  return title
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/%[sijdfo]|\\\$[\w.]+/g, '.*')
}

function listTestFiles(): string[] {
  return ['server', 'dev'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join(folder, name)),
  )
}

type RunOptions = { args: string[]; env?: Record<string, string> }

/** A failure is a result here, so the exit code is not looked at. */
function run(cwd: string, tool: string, { args, env = {} }: RunOptions): Promise<void> {
  const child = spawn(resolve('node_modules/.bin', tool), args, {
    cwd,
    env: { ...process.env, ...env, NO_COLOR: '1' },
    stdio: 'ignore',
  })
  return new Promise((done, reject) => {
    child.once('error', reject)
    child.once('exit', () => done())
  })
}
