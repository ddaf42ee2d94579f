import { defineConfig } from '@playwright/test'

import { findChromium } from './scripts/chromium.ts'

const chromium = findChromium()

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/e2e',
  // Every story starts a server of its own, and the machines that run them are small.
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
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
