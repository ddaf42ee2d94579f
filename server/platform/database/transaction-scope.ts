import { AsyncLocalStorage } from 'node:async_hooks'

/** Code inside a transaction asked for a second connection or another service, which can stall every user of the pool. */
export class UsedInTransaction extends Error {
  override name = 'UsedInTransaction'
}

type Report = (error: UsedInTransaction) => void
type Scope = { isOpen: boolean; report: Report }

const scopes = new AsyncLocalStorage<Scope>()

export function throwMisuse(error: UsedInTransaction): never {
  throw error
}

/** Runs the work of a transaction. Until it ends, `refuseInTransaction` reports such calls. */
export async function inTransaction<Result>(
  report: Report,
  work: () => Promise<Result>,
): Promise<Result> {
  const scope = { isOpen: true, report }
  try {
    return await scopes.run(scope, work)
  } finally {
    scope.isOpen = false
  }
}

/**
 * Called before everything that waits for something outside of the caller's transaction: a connection from the pool, a request to
 * another service, a batch of other callers.
 */
export function refuseInTransaction(what: string): void {
  const scope = scopes.getStore()
  if (!scope?.isOpen) return
  scope.report(
    new UsedInTransaction(`${what} inside a transaction. Make the call before or after it.`),
  )
}

/** Runs work that several callers share outside of the transaction of the first. */
export function outsideTransaction<Result>(work: () => Result): Result {
  return scopes.exit(work)
}
