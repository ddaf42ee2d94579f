import { globSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

/** Calls that store something in a browser, with the files that make them. Types allow them only the names of the table. */
const writers: Record<string, string[]> = {
  'setCookie\\(': [
    'server/development.ts',
    'server/people/accounts/sessions.ts',
    'server/platform/http/language.ts',
  ],
  'document\\.cookie = ': ['web/api/cookies.ts'],
  'localStorage\\.setItem\\(': [
    'web/pages/parts/session/session.ts',
    'web/pages/parts/dashboard/use-stored-tab.ts',
    'web/pages/parts/donation/saved-donation.ts',
  ],
  'sessionStorage\\.setItem\\(': [],
  '\\bstorage\\.setItem\\(': ['web/api/session-storage.ts'],
  "'set-cookie'": [
    'server/platform/cache/cached-fetch.ts',
    'server/platform/pages/page-routes.ts',
    'web/api/cookies.ts',
  ],
  '\\b(?:indexedDB|caches)\\.open\\(': ['web/pages/public/offline.tsx', 'web/worker/worker.ts'],
}

const sources = globSync('{server,web,shared}/**/*.{ts,tsx}')
  .filter((file) => !/\.(?:test|contract)\.tsx?$/.test(file))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }))

it.each(Object.entries(writers))(
  'is set only through the table that the privacy policy lists',
  (call, files) => {
    const pattern = new RegExp(call)
    const found = sources.filter(({ source }) => pattern.test(source)).map(({ file }) => file)
    expect(found.toSorted()).toEqual(files.toSorted())
    // The cookie of development features is no visitor's.
    const own = found.filter(
      (file) => !/^server\/(?:development\.ts|platform\/(?:cache|pages)\/)/.test(file),
    )
    const outside = own.filter(
      (file) => !/browser-(?:storage|names)\.ts'/.test(readFileSync(file, 'utf8')),
    )
    expect(outside).toEqual([])
  },
)
