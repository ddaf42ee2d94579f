// Asks a real dataset at Sanity what the tests ask the twin: npm run test:sanity
// It deletes every campaign and user document of the dataset, which is why it takes any but `production`.
import { startVitest } from 'vitest/node'

const { SANITY_PROJECT = '', SANITY_TOKEN = '', SANITY_DATASET = '' } = process.env

if (SANITY_PROJECT && SANITY_TOKEN && SANITY_DATASET && SANITY_DATASET !== 'production') {
  const run = await startVitest('test', [], {
    config: false,
    include: ['test/sanity/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    watch: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  })
  await run.close()
} else
  console.log(
    SANITY_DATASET === 'production'
      ? 'Skipped: the dataset is emptied by this, and production is not for tests.'
      : 'Skipped: set SANITY_PROJECT, SANITY_TOKEN and SANITY_DATASET to ask Sanity itself.',
  )
