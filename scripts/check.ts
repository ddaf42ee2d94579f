import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import { parseJson } from '#shared/json.ts'
import { listFailedSpecs, listRepeatedSpecs } from '#test/support/servers/browser-report.ts'
import { readRowResults } from '#test/conformance/row-results.ts'
import { readConformance } from '#test/conformance/rows.ts'
import { openDataTemplates } from '#test/support/servers/data-templates.ts'
import { createRunFolder } from '#test/support/servers/run-folder.ts'

import { ensureChromium } from './chromium.ts'
import { getScript, readReport, shell } from './shell.ts'

/**
 * Runs all checks and continues after failures. Checks that use one core run two at a time. A static check counts as one, tests count individually.
 * `npm test` runs `quick`, `npm run test:long` runs `long`. A story in the browser that fails is repeated once, because a busy
 * machine misses its deadlines; what passes only then is listed at the end. Unit tests are never repeated, because some choose random cases.
 */
type Step = { name: string; run: () => Promise<Outcome> }
type Outcome = { passed: number; failed: number; output?: string; report?: unknown }

const results = 'test-results'
const minModules = 200
using opened = new DisposableStack()
const isLong = process.argv[2] === 'long'
// Tests start dozens of servers with databases of their own, all of the same modules. The long forms have more data than memory.
if (!isLong) {
  process.env.TMPDIR = opened.use(createRunFolder('ajo-')).path
  process.env.NODE_COMPILE_CACHE = join(process.env.TMPDIR, 'compiled')
}

const quick: Step[][] = [
  // Two at a time, in this order: the build has ended long before its sizes are read.
  [
    { name: 'chromium', run: installChromium },
    script('build'),
    script('types'),
    script('lint'),
    { name: 'boundaries', run: boundaries },
    script('unused'),
    script('format:check'),
    script('size'),
    script('floor'),
  ],
  [
    { name: 'unit', run: unitTests },
    { name: 'samples', run: createSamples },
  ],
  [{ name: 'browser', run: browserTests }],
  [{ name: 'conformance', run: conformanceRows }],
]
const long: Step[][] = [
  [{ name: 'chromium', run: installChromium }],
  [{ name: 'long', run: longTests }],
  [{ name: 'stories', run: () => endToEndTests('--grep @long', {}) }],
  [
    {
      name: 'screens',
      run: () => endToEndTests('screens.spec mails.spec styles.spec', { SCREENS: 'all' }),
    },
  ],
  [{ name: 'browsers', run: () => endToEndTests('old-browsers', { OLD_BROWSERS: 'all' }) }],
  [{ name: 'network', run: () => endToEndTests('bad-network.spec', badNetwork) }],
]

/** Stages run one after the other. Of a stage, two steps run at a time. */
async function check(stages: Step[][]): Promise<number> {
  mkdirSync(results, { recursive: true })
  const failed: string[] = []
  const total = { passed: 0, failed: 0 }
  const repeated: string[] = []
  const stories: string[] = []
  const runStep = async ({ name, run }: Step) => {
    console.log(`${name} …`)
    const startedAt = performance.now()
    const outcome = await run()
    total.passed += outcome.passed
    total.failed += outcome.failed
    if (outcome.failed > 0) {
      failed.push(name)
      if (outcome.output) console.log(indent(outcome.output))
    }
    repeated.push(...listRepeatedSpecs(outcome.report))
    stories.push(...listFailedSpecs(outcome.report))
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(
      `    ${name} ${outcome.failed > 0 ? 'FAILED' : 'ok'} (${outcome.passed} passed, ${seconds} s)`,
    )
  }
  for (const stage of stages) {
    const waiting = [...stage]
    const runWaiting = async () => {
      for (let step = waiting.shift(); step; step = waiting.shift()) await runStep(step)
    }
    await Promise.all([runWaiting(), runWaiting()])
  }
  if (repeated.length > 0) console.log(`\nPassed when repeated\n${repeated.join('\n')}`)
  if (stories.length > 0) console.log(`\nFailed stories\n${stories.join('\n')}`)
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  return total.failed > 0 ? 1 : 0
}

/** A script of package.json whose exit code is the result. */
function script(name: string): Step {
  return {
    name,
    run: async () => {
      const { code, output } = await shell(getScript(name))
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output }
    },
  }
}

const cruiseSchema = z.object({
  summary: z.object({
    totalCruised: z.int(),
    violations: z.array(
      z.object({ rule: z.object({ name: z.string() }), from: z.string(), to: z.string() }),
    ),
  }),
})

/** Counts the modules as well, because dependency-cruiser succeeds with zero modules if it cannot parse TypeScript. */
async function boundaries(): Promise<Outcome> {
  const { output } = await shell(`${getScript('boundaries')} --output-type json 2> /dev/null`)
  const cruise = z.safeParse(cruiseSchema, parseJson(output))
  if (!cruise.success) return { passed: 0, failed: 1, output: output.slice(0, 2_000) }
  const { totalCruised, violations } = cruise.data.summary
  const lines = violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  if (totalCruised < minModules) lines.push(`only ${totalCruised} modules were checked`)
  return lines.length > 0
    ? { passed: 0, failed: 1, output: lines.join('\n') }
    : { passed: 1, failed: 0 }
}

async function unitTests(): Promise<Outcome> {
  return vitest('unit', 'vitest run', { TESTS: 'quick' })
}

/** Donations on a network as in a village: test/e2e/bad-network.spec.ts. */
const badNetwork = {
  NETWORK_RUNS: process.env.NETWORK_RUNS ?? '1000',
  NETWORK_KBIT: '50',
  NETWORK_LATENCY: '1000',
  NETWORK_AT_ONCE: '12',
}

/** Defaults of the long tests. Environment variables override them. */
const longCounts = {
  KILLS: '1000',
  KILL_EVERY: '1',
  UPGRADE_DONATIONS: '1000',
  POOLER_KILLS: '60',
  PROCESS_CLIENTS: '64',
  PROCESS_MINUTES: '10',
  PROXY_RESTARTS: '20',
  BUILD_KILLS: '5',
  CANCELLED: '10000',
  START_DAYS: '7',
  REFUND_RATE: '1800',
  POINT_TURNS: '1',
  POWER_CUTS: '24',
  BURSTS: 'all',
  HISTORIES: '10000',
  MONTHLY_HISTORIES: '300',
  NAT_TRIES: '30000',
  NAT_DONORS: '500',
  STRANGERS: '10000',
  TIMINGS: '500',
  FAULT_SCALE: '1',
  PICTURES: '1700',
  UPLOADS: '100',
  FUZZ: '20000',
  REPORTS: '10000',
  HOSTED_CAMPAIGNS: '20000',
  WEBHOOKS: '1000',
  RECEIPTS: '10000',
  PAPERS: '500',
  FORGERIES: '1000',
  TAMPERINGS: '1000',
  CAMPAIGNS: '1000000',
}
const longFiles =
  'test/kill test/long web/app/shared-device.test.ts test/attacks/fuzz.test.ts test/attacks/one-account.test.ts test/attacks/route-costs.test.ts test/attacks/outside-money.test.ts test/architecture/query-plans.test.ts server/campaigns/similarity/papers.test.ts server/campaigns/lifecycle/lifecycle.test.ts server/routes/draft.test.ts server/routes/campaign-lifecycle.test.ts server/people/supporters/updates.test.ts server/transparency/verifier.test.ts server/transparency/tampering.test.ts server/people/supporters/webhooks.test.ts server/providers/content/move/move-content.test.ts server/money/refunds/parallel-caps.test.ts server/platform/database/embedded/embedded-postgres.test.ts'

async function longTests(): Promise<Outcome> {
  return vitest('long', `vitest run ${longFiles}`, { ...longCounts, ...process.env })
}

const vitestSchema = z.object({ numPassedTests: z.int(), numFailedTests: z.int() })

async function vitest(name: string, command: string, env = {}): Promise<Outcome> {
  const report = `${results}/${name}.json`
  rmSync(report, { force: true })
  const reporters = `--reporter=default --reporter=json --outputFile.json=${report}`
  const { code } = await shell(`${command} ${reporters}`, { env, isShown: true })
  const read = readReport(report)
  const counted = z.safeParse(vitestSchema, read)
  const { numPassedTests: passed, numFailedTests } = counted.data ?? {
    numPassedTests: 0,
    numFailedTests: 0,
  }
  // A failure outside of any test, such as a file that does not load, counts as one.
  return { passed, failed: numFailedTests || Number(code !== 0), report: read }
}

const playwrightSchema = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
})

/** The data folders that all browser tests start from. */
async function createSamples(): Promise<Outcome> {
  try {
    opened.use(await openDataTemplates())
    return { passed: 0, failed: 0 }
  } catch (error) {
    return { passed: 0, failed: 1, output: String(error) }
  }
}

async function installChromium(): Promise<Outcome> {
  const problem = await ensureChromium()
  return { passed: 0, failed: Number(problem !== undefined), ...(problem && { output: problem }) }
}

const endToEndTests = (stories: string, env: Record<string, string>) =>
  playwright('e2e', `playwright test ${stories}`, env)

/** Stories and rows in one run, so that no worker waits for the last story. Stories with the tag are part of `npm run test:long`. */
async function browserTests(): Promise<Outcome> {
  return playwright('browser', 'playwright test --grep-invert @long')
}

async function playwright(name: string, command: string, env = {}): Promise<Outcome> {
  const report = `${results}/${name}.json`
  rmSync(report, { force: true })
  const { code } = await shell(`${command} --retries=1 --reporter=list,json`, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    isShown: true,
  })
  const read = readReport(report)
  const counted = z.safeParse(playwrightSchema, read)
  const { expected, unexpected, flaky } = counted.data?.stats ?? {
    expected: 0,
    unexpected: 0,
    flaky: 0,
  }
  const failed = unexpected || Number(code !== 0)
  return { passed: expected + flaky, failed, report: read }
}

/** Counts the rows of docs/conformance.md that the run in the browser has proved. A row that did not run has failed. */
async function conformanceRows(): Promise<Outcome> {
  const ran = readRowResults(`${results}/browser.json`)
  const rows = readConformance().filter(({ by }) => by === 'browser')
  const unproved = rows.filter(({ id }) => ran.get(id) !== true)
  return {
    passed: rows.length - unproved.length,
    failed: unproved.length,
    output: unproved.map(({ id, statement }) => `not proved: ${id} ${statement}`).join('\n'),
  }
}

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '    ')
}

// Last, because `quick` and `long` use declarations above.
process.exitCode = await check(isLong ? long : quick)
