import { useEffect, useState } from 'react'

/** An error response that says when the request may be repeated. `ApiError` and `FormResult` are such. */
export type RetryWait = { retryAfterSeconds?: number | undefined } | undefined

/** Counts the seconds of a refusal down, once for each refusal. `isCounting` is false on the server, where nothing could end it. */
export function useCountdown(wait: RetryWait): { secondsLeft: number; isCounting: boolean } {
  const seconds = wait?.retryAfterSeconds ?? 0
  const [secondsLeft, setSecondsLeft] = useState(seconds)
  const [isCounting, setCounting] = useState(false)

  useEffect(() => {
    // By the clock: timers are late in background tabs.
    const endsAt = Date.now() + seconds * 1_000
    const update = () => {
      const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000))
      setSecondsLeft(left)
      setCounting(left > 0)
      if (left === 0) clearInterval(timer)
    }
    const timer = setInterval(update, 1_000)
    update()
    return () => clearInterval(timer)
  }, [wait, seconds])

  return { secondsLeft, isCounting }
}
