type Options = {
  /** Calls with the same key that run at the same time. */
  parallel: number
  /** Calls with the same key that may wait. Further ones are refused at once. */
  maxWaiting: number
  /** Longest wait. */
  timeoutMs: number
  /** The error of a call that is refused. */
  refusal: () => Error
}

type Waiting = { start: () => void }
type State = { running: number; waiting: Waiting[] }

/** Limits how many calls with one key run at the same time. Others wait in the order of their arrival. */
export function createKeyedLimit({ parallel, maxWaiting, timeoutMs, refusal }: Options) {
  const states = new Map<string, State>()

  return async function run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const release = await acquire(key)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Returns the function that ends the use, which counts once. */
  async function acquire(key: string): Promise<() => void> {
    const state = states.get(key) ?? { running: 0, waiting: [] }
    states.set(key, state)
    if (state.running >= parallel) await waitForTurn(state)
    else state.running += 1
    return () => release(key, state)
  }

  function waitForTurn(state: State): Promise<void> {
    if (state.waiting.length >= maxWaiting) throw refusal()
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        state.waiting = state.waiting.filter((other) => other !== waiting)
        reject(refusal())
      }, timeoutMs)
      state.waiting.push(waiting)
    })
  }

  function release(key: string, state: State) {
    const next = state.waiting.shift()
    // The next call takes over the place, so `running` stays as it is.
    if (next) return next.start()
    state.running -= 1
    if (state.running === 0) states.delete(key)
  }
}
