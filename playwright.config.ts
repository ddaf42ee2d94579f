import { defineConfig } from '@playwright/test'

import { findChromium } from './scripts/chromium.ts'

const chromium = findChromium()

export default defineConfig({
  projects: [
    { name: 'e2e', testDir: 'test/e2e' },
    // Rows say what failed.
    { name: 'conformance', testDir: 'test/conformance', use: { trace: 'off' } },
  ],
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
