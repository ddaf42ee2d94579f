const longestWaitMs = 2_000
const waitMs = 200

/** Runs work while the browser has nothing else to do. Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, waitMs)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(run, { timeout: longestWaitMs })
  return () => cancelIdleCallback(id)
}
