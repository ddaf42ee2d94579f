import { configDefaults, defineConfig } from 'vitest/config'

import { languagePlugin } from './scripts/language-plugin.ts'
import { writeTexts } from './scripts/texts.ts'

writeTexts()

// Polling usually succeeds at once. The timeouts only end what hangs: a machine with ten times the load fails no test.
const expectOptions = { poll: { timeout: 60_000 } }
const testTimeout = 600_000

const inBrowser = {
  environment: 'jsdom',
  // Creating a jsdom window takes longer than the tests of a file, so the files of a worker share one. test/support/web/setup.ts resets it.
  isolate: false,
  expect: expectOptions,
  setupFiles: ['test/support/web/setup.ts'],
  testTimeout,
  hookTimeout: testTimeout,
}
const inPidgin = 'web/**/*.pcm.test.{ts,tsx}'

/**
 * Long forms of what shorter tests prove, which `npm test` leaves to `npm run test:long`: crowds and outages of an hour in test/long, and
 * deaths of several processes in test/kill. The histories of money, the fuzzing and the other kills run in both.
 */
const onlyLong = [
  'test/kill/{pgbouncer,power-cut,rolling-upgrade,three-processes}.test.ts',
  'test/long/{cancelled-campaign,carrier-nat,enumeration,hosted-campaigns,reports}.test.ts',
]
const isQuick = process.env['TESTS'] === 'quick'

export default defineConfig({
  test: {
    // More workers than the two cores of the build machines, because most tests wait for a database.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'server',
          // Importing the server takes longer than most files. No module keeps state that a test depends on.
          isolate: false,
          environment: 'node',
          include: [
            '{server,dev,packages,shared,scripts}/**/*.test.ts',
            'test/{architecture,attacks,kill,long}/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...(isQuick ? onlyLong : [])],
          expect: expectOptions,
          globalSetup: ['test/support/servers/global-setup.ts'],
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          ...inBrowser,
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: [inPidgin],
          // The contrast test reads this file. By default Vitest replaces CSS files by empty ones.
          css: { include: /web\/styles\.css/ },
        },
      },
      {
        plugins: [languagePlugin('pcm')],
        test: { ...inBrowser, name: 'pidgin', include: [inPidgin] },
      },
    ],
  },
})
