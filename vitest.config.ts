import { defineConfig } from 'vitest/config'

import { speaking } from './scripts/speaking.ts'

const inBrowser = {
  environment: 'jsdom',
  setupFiles: ['test/web/setup.ts'],
  testTimeout: 15_000,
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
            '{server,shared,scripts}/**/*.test.ts',
            'test/{architecture,attacks,faults,kill,long}/**/*.test.ts',
          ],
          globalSetup: ['test/global-setup.ts'],
          testTimeout: 20_000,
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
