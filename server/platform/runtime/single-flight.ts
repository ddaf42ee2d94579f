/** Callers with the same key share the call that is running. */
export function joinRunningCall<Result>() {
  const running = new Map<string, Promise<Result>>()

  return (key: string, call: () => Promise<Result>): Promise<Result> => {
    const known = running.get(key)
    if (known) return known
    const result = call().finally(() => running.delete(key))
    running.set(key, result)
    return result
  }
}

/**
 * Callers with the same key share the next call, which starts when the running one has ended. No caller gets data that was
 * read before its call.
 */
export function joinNextCall<Result>() {
  const running = new Map<string, Promise<void>>()
  const next = new Map<string, Promise<Result>>()

  return (key: string, call: () => Promise<Result>): Promise<Result> => {
    const joined = next.get(key)
    if (joined) return joined
    const result = settled(running.get(key)).then(() => {
      next.delete(key)
      const started = call()
      const ended = settled(started).then(() => {
        if (running.get(key) === ended) running.delete(key)
      })
      running.set(key, ended)
      return started
    })
    next.set(key, result)
    return result
  }
}

async function settled(promise: Promise<unknown> | undefined): Promise<void> {
  await promise?.catch(() => {})
}
