import { setTimeout as sleep } from 'node:timers/promises'

import { browserOnly } from '#shared/offline.ts'

import type { Log } from '../runtime/log.ts'

/** What each kind of cache reads to drop what it holds of us, all of which has one key. */
const formats = {
  varnish: (token: string) => ({
    keyHeader: 'surrogate-key',
    init: { method: 'PURGE', headers: { authorization: `Bearer ${token}` } },
  }),
  fastly: (token: string) => ({
    keyHeader: 'surrogate-key',
    init: { method: 'POST', headers: { 'fastly-key': token, 'surrogate-key': key } },
  }),
  cloudflare: (token: string) => ({
    keyHeader: 'cache-tag',
    init: {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tags: [key] }),
    },
  }),
}
export const purgeFormats = Object.keys(formats) as [keyof typeof formats]

const key = 'ajo'
const timeoutMs = 5_000

export type CdnSettings = { url: string; format: keyof typeof formats; token: string }
type Options = CdnSettings & { maxAgeMs: number; pauseMs?: number; log: Pick<Log, 'warn'> }

/** The cache of another program in front of the server, which may keep public responses until it is told of a change. */
export type Cdn = ReturnType<typeof openCdn>

export function openCdn({ url, format, token, maxAgeMs, pauseMs = 250, log }: Options) {
  const { keyHeader, init } = formats[format](token)
  const shared = {
    'cache-control': `public, max-age=0, must-revalidate, s-maxage=${Math.floor(maxAgeMs / 1_000)}`,
    [keyHeader]: key,
  }
  let due = 0
  let changedAt = 0
  let isRunning = false

  const send = async () => {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { ...init, redirect: 'error', signal })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the cache answered a purge with ${response.status}`)
  }
  const run = async () => {
    isRunning = true
    for (let failures = 0; due > 0;) {
      due -= 1
      try {
        await send()
        failures = 0
      } catch (error) {
        if (failures++ === 0) log.warn({ err: error }, 'the cache in front could not be purged')
        // Later, all copies of before the change have expired by themselves.
        if (performance.now() - changedAt < maxAgeMs) due = Math.max(due, 1)
      }
      await sleep(Math.min(pauseMs * 2 ** failures, timeoutMs), undefined, { ref: false })
    }
    isRunning = false
  }

  return {
    /** Sends two purges, because a response that was made before the change may arrive after the first. Nothing waits for them. */
    purge: () => {
      due = 2
      changedAt = performance.now()
      if (!isRunning) void run()
    },
    /**
     * In place of `publicUntilChanged`. What differs by language or currency, and what a person asks for, only a browser may keep, because
     * some caches ignore `Vary`.
     */
    toHeaders: (cacheKey: string, cookies: string | undefined): Record<string, string> =>
      defaultKind.test(cacheKey) && !personCookie.test(cookies ?? '') ? shared : own,
  }
}

const own = { 'cache-control': browserOnly }
const defaultKind = /^(?:en|data) (?:br|gzip|identity) /
const personCookie = /(?:^|;\s*)(?:__Host-)?(?:session|uid)=/
