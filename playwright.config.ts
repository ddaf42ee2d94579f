import { defineConfig } from '@playwright/test'

import { findChromium } from './scripts/chromium.ts'

const chromium = findChromium()

export default defineConfig({
  // A single project for stories and rows, because each project would start servers of its own.
  testDir: 'test',
  testMatch: '{e2e,conformance}/**/*.spec.ts',
  outputDir: 'test-results/browser',
  globalSetup: 'test/support/servers/build-once.ts',
  // Each worker starts a server of its own. A story waits for its server, for jobs of the next minute and for quiet connections, so two
  // workers leave a part of two cores idle.
  workers: 3,
  // A story takes a minute on an idle machine, and mails and jobs in it have deadlines of their own.
  timeout: 480_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    // Without it, a press on what does not come waits for the end of the story.
    actionTimeout: 90_000,
    screenshot: 'only-on-failure',
    // `--trace on` records one. Traced, pages are so slow that fonts come late and the layout shifts.
    trace: 'off',
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
