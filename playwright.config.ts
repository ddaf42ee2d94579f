import { availableParallelism, loadavg } from 'node:os'

import { defineConfig } from '@playwright/test'

import { findChromium } from './scripts/chromium.ts'

const chromium = findChromium()

/** Set when single rows are proved under a change of the product, which should fail soon (scripts/conformance-mutants.ts). */
const provesRows = process.env.ROWS !== undefined

/** On a machine with more work than cores everything takes longer, and a row that misses a deadline would count as broken. */
const [load = 0] = loadavg()
const slowdown = Math.min(4, Math.max(1, load / availableParallelism()))

export default defineConfig({
  projects: [
    { name: 'e2e', testDir: 'test/e2e' },
    // Rows say what failed.
    { name: 'conformance', testDir: 'test/conformance', use: { trace: 'off' } },
  ],
  outputDir: `test-results/${provesRows ? 'rows' : 'browser'}`,
  ...(!provesRows && { globalSetup: 'test/build-once.ts' }),
  // Each worker starts a server of its own. A story waits for its server, for jobs of the next minute and for quiet connections, so two
  // workers leave a part of two cores idle. Single rows share a server, and mostly wait for what the change has removed.
  workers: provesRows ? 6 : 3,
  // A story takes a minute on an idle machine, and mails and jobs in it have deadlines of their own.
  timeout: provesRows ? 40_000 * slowdown : 480_000,
  expect: { timeout: provesRows ? 4_000 * slowdown : 30_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    // Without it, a press on what does not come waits for the end of the story.
    actionTimeout: provesRows ? 8_000 * slowdown : 90_000,
    screenshot: provesRows ? 'off' : 'only-on-failure',
    // A trace of each story would take a third of the time of the run.
    trace: 'on-first-retry',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
