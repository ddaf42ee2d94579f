import { Refused } from '../http/context.ts'

/** Lets one piece of work run and a few wait; to the rest the server is busy. Pictures are heavy: two at once would slow everybody. */
export function oneAtATime(mostWaiting: number) {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting > mostWaiting) throw new Refused('busy', { retryAfterSeconds: 5 })
    waiting++
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn.finally(() => waiting--)
  }
}
