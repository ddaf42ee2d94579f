import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { Outbox } from '../../../platform/mail/mail.ts'
import type { RecordChange } from '../identity.ts'

// OWASP's second recommendation for argon2id (the library's default): 19 MiB, two iterations, one thread.
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentPrefix = '$argon2id$v=19$m=19456,t=2,p=1$'

/** Compared for unknown addresses, so that they take as long as known ones. */
export const dummyHash = `${currentPrefix}${'A'.repeat(22)}$${'A'.repeat(43)}`

export const hashPassword = (password: string) => hash(password.normalize('NFC'), strength)

export const verifyPassword = (hashed: string, password: string) =>
  verify(hashed, password.normalize('NFC'))

/** True if the hash was made with another strength than today's. */
export const isOutdated = (hashed: string) => !hashed.startsWith(currentPrefix)

/** Returned instead of a result if too many calls are waiting. */
export const queueFull = Symbol('queue full')

type HashQueueOptions = {
  running: number
  waiting: number
  /** Calls of one account that run or wait, so that one account cannot fill the queue. */
  perKey: number
}

/** Limits how many password hashes run and wait, so that many sign-ins do not take the processor from other requests. */
export function openHashQueue({ running, waiting, perKey }: HashQueueOptions) {
  const limit = pLimit(running)
  const counts = new Map<string, number>()

  /** `key` is the address of the account. */
  return async function enqueue<Result>(
    key: string,
    work: () => Promise<Result>,
  ): Promise<Result | typeof queueFull> {
    const count = counts.get(key) ?? 0
    const isFull = limit.activeCount >= running && limit.pendingCount >= waiting
    if (isFull || count >= perKey) return queueFull
    counts.set(key, count + 1)
    try {
      return await limit(work)
    } finally {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
  }
}

type HashQueue = ReturnType<typeof openHashQueue>

export type EmbeddedIdentityOptions = {
  database: Database
  outbox: Outbox
  recordChange: RecordChange
  publicUrl: string
  now?: () => Date
  hashQueue?: HashQueue
  /** Called when a reset was asked for an address without an account, so no mail was queued. */
  onNoResetMail?: () => Promise<void>
  /** Called when an account that never confirmed its address is deleted for one that did, in the same transaction. */
  onDisplaced?: (queries: Transaction, uid: string) => Promise<void>
}

export type EmbeddedIdentityDeps = Required<EmbeddedIdentityOptions>
