import { defineConfig } from 'vitest/config'

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
            'test/{architecture,kill,long}/**/*.test.ts',
          ],
          globalSetup: ['test/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['test/web/setup.ts'],
          // Read by the contrast test; without this it would be read as an empty file.
          css: { include: /web\/styles\.css/ },
          testTimeout: 15_000,
        },
      },
    ],
  },
})
