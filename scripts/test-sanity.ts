// Runs the content contract tests against a real Sanity dataset: npm run test:sanity
// Deletes every campaign and user document of the dataset, and therefore refuses `production`.
import { startVitest } from 'vitest/node'

const { SANITY_PROJECT = '', SANITY_TOKEN = '', SANITY_DATASET = '' } = process.env

if (SANITY_PROJECT && SANITY_TOKEN && SANITY_DATASET && SANITY_DATASET !== 'production') {
  const run = await startVitest('test', [], {
    config: false,
    include: ['test/sanity/*.test.ts'],
    globalSetup: ['test/support/servers/global-setup.ts'],
    watch: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  })
  await run.close()
} else
  console.log(
    SANITY_DATASET === 'production'
      ? 'Skipped: the tests delete all documents, so SANITY_DATASET must not be production.'
      : 'Skipped: set SANITY_PROJECT, SANITY_TOKEN and SANITY_DATASET to test against Sanity.',
  )
