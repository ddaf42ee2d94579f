import { workerPath } from '#shared/offline.ts'

import type { Asset } from './assets.ts'

/** The policy of the service worker itself: it only fetches from its own origin. */
const headers = {
  'content-security-policy': "default-src 'none'; connect-src 'self'",
  'cache-control': 'no-cache',
}

/** The files with the service worker, or in its place with the one that removes it. */
export function withWorker(
  assets: ReadonlyMap<string, Asset>,
  hasOfflineCopies: boolean,
): ReadonlyMap<string, Asset> {
  const file = assets.get(hasOfflineCopies ? workerPath : '/worker-remove.js')
  if (!file) throw new Error('the build has no service worker')
  return new Map([...assets, [workerPath, { ...file, headers }]])
}
