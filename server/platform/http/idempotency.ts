import { setTimeout as delay } from 'node:timers/promises'

import * as z from 'zod/mini'

import { invalid } from '#shared/text/invalid.ts'
import { patternText } from '#shared/text.ts'

import type { Sealing } from '../runtime/sealing.ts'
import { Refused } from './context.ts'

/** The browser sends the same key each time it repeats a form. */
export const idempotencyKeySchema = z.object({
  'idempotency-key': patternText(/^[\w.=-]{8,64}$/, invalid.input, { required: invalid.required }),
})

/** `keyHash` finds an earlier request with the same key, `bodyHash` tells whether it held the same form. */
export type RequestHashes = { keyHash: Buffer; bodyHash: Buffer }

/** `scope` separates keys of different people, who may choose the same one. */
export function hashRequest(
  sealing: Pick<Sealing, 'fingerprint'>,
  purpose: 'donation' | 'refund' | 'submission' | 'thank-you' | 'campaign-update',
  { scope, key, form }: { scope: string; key: string; form: object },
): RequestHashes {
  return {
    keyHash: sealing.fingerprint(`${purpose}-key`, `${scope} ${key}`),
    bodyHash: sealing.fingerprint(`${purpose}-form`, JSON.stringify(form)),
  }
}

type Stored = { bodyHash: Buffer }

/** Answers a repeated form like the first one, and refuses another form under the same key. Call it under a lock. */
export async function replayOrRun<Row extends Stored, Result>(
  request: Stored,
  steps: {
    find: () => Promise<Row | undefined>
    replay: (row: Row) => Result
    run: () => Promise<Result>
  },
): Promise<Result> {
  const row = await steps.find()
  if (row === undefined) return steps.run()
  if (!isSame(row, request)) throw new Refused('idempotency-mismatch')
  return steps.replay(row)
}

type ClaimSteps<Row extends Stored, Result> = {
  find: () => Promise<Row | undefined>
  /** Undefined if the earlier request has no result yet. */
  replay: (row: Row) => Promise<Result> | Result | undefined
  /** True while the lease of the request that holds the key lasts. */
  isInProgress: (row: Row) => boolean
  /** True if nothing came of the earlier form, so that a corrected one may use its key. */
  isReplaceable?: (row: Row) => boolean
  /** Takes the key and does the work. Undefined if another request took the key first. */
  claimAndRun: (row: Row | undefined, hasWaited: boolean) => Promise<Result | undefined>
}

const pollMs = 100

/**
 * The same without a lock, for work that calls a provider: a repeated form waits for the first one. Undefined if there is no
 * result after `timeoutMs`.
 */
export async function replayOrClaim<Row extends Stored, Result>(
  request: Stored,
  timeoutMs: number,
  steps: ClaimSteps<Row, Result>,
): Promise<Result | undefined> {
  let hasWaited = false
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += pollMs) {
    const row = await steps.find()
    if (row) {
      const isRepeated = isSame(row, request)
      if (!isRepeated && !steps.isReplaceable?.(row)) throw new Refused('idempotency-mismatch')
      const result = isRepeated ? await steps.replay(row) : undefined
      if (result !== undefined) return result
    }
    if (!row || !steps.isInProgress(row)) {
      const result = await steps.claimAndRun(row, hasWaited)
      if (result !== undefined) return result
    }
    hasWaited = true
    await delay(pollMs)
  }
  return undefined
}

function isSame(stored: Stored, { bodyHash }: Stored): boolean {
  return stored.bodyHash.equals(bodyHash)
}
