import { Refused } from '../http/context.ts'

/** Runs one task at a time and refuses with 'busy' when `maxWaiting` are waiting. Image processing is CPU-bound. */
export function serialQueue(maxWaiting: number) {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (waiting > maxWaiting) throw new Refused('busy', { retryAfterSeconds: 5 })
    waiting++
    const result = last.then(task)
    last = result.catch(() => {})
    return result.finally(() => waiting--)
  }
}
