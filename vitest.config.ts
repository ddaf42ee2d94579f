import { defineConfig } from 'vitest/config'

import { speaking } from './scripts/speaking.ts'

// What is polled for comes at once, but for a machine that has much else to do.
const patient = { poll: { timeout: 10_000 } }

const inBrowser = {
  environment: 'jsdom',
  // To make a window for each file takes longer than its tests: those of a worker share one, which test/web/setup.ts clears away after each.
  isolate: false,
  expect: patient,
  setupFiles: ['test/web/setup.ts'],
  testTimeout: 30_000,
}
const inPidgin = 'web/**/*.pcm.test.{ts,tsx}'

export default defineConfig({
  test: {
    // By itself it leaves a core alone, and the machines that run this have two; most tests wait for a database anyway.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: [
            '{server,dev,shared,scripts}/**/*.test.ts',
            'test/{architecture,attacks,composition,faults,kill,long}/**/*.test.ts',
          ],
          expect: patient,
          globalSetup: ['test/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...inBrowser,
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: [inPidgin],
          // Read by the contrast test; without this it would be read as an empty file.
          css: { include: /web\/styles\.css/ },
        },
      },
      {
        plugins: [speaking('pcm')],
        test: { ...inBrowser, name: 'pidgin', include: [inPidgin] },
      },
    ],
  },
})
