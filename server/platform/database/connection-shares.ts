import { AsyncLocalStorage } from 'node:async_hooks'

import { createKeyedLimit } from '../runtime/keyed-limit.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { outsideTransaction } from './transaction-scope.ts'

/** The account whose request is being answered. */
const holders = new AsyncLocalStorage<string>()

/** Counts the connections that `work` uses as those of this account. */
export function withHolder<Result>(accountUid: string, work: () => Result): Result {
  return holders.run(accountUid, work)
}

/** Runs work that several callers share: outside of the first caller's transaction, and not on its account. */
export function asSharedWork<Result>(work: () => Result): Result {
  return holders.exit(() => outsideTransaction(work))
}

const maxWaiting = 500

/** Lets one account use at most half of a pool's connections, so that the other half is left for everyone else. */
export function connectionShares(max: number, timeoutMs: number) {
  const limit = createKeyedLimit({
    parallel: Math.max(1, Math.floor(max / 2)),
    maxWaiting,
    timeoutMs,
    refusal: () => new DatabaseUnavailable('one account uses half of the connections'),
  })
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const holder = holders.getStore()
    return holder === undefined ? work() : limit(holder, work)
  }
}
