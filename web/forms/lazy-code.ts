import { ApiError, clientError } from '../api/api-error.ts'
import { loadWithRetry } from '../api/load-with-retry.ts'

/** Code that is loaded when it is needed, once. */
export type LazyCode<Code> = {
  /** The code, once it is loaded. */
  read: () => Code | undefined
  /** Fails with an `ApiError` if the code cannot be loaded now. Another call tries again. */
  load: () => Promise<Code>
}

export function lazyCode<Code>(load: () => Promise<Code>): LazyCode<Code> {
  let code: Code | undefined
  let pending: Promise<Code> | undefined
  const attempt = async () => {
    try {
      code = await loadNow(load)
      return code
    } catch (error) {
      throw explain(error)
    } finally {
      pending = undefined
    }
  }
  return {
    read: () => code,
    load: () => (code === undefined ? (pending ??= attempt()) : Promise.resolve(code)),
  }
}

/** Retries while the browser is online only, because a person who is offline must be told. */
async function loadNow<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch {
    if (!navigator.onLine) throw clientError(0, 'offline')
    return loadWithRetry(load)()
  }
}

/** An error that is no `ApiError` is a bug of the code. */
function explain(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  reportError(error)
  return clientError(0, 'internal')
}
