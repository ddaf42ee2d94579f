import { type ComponentProps, useEffect, useState } from 'react'

import { retryText as text } from '../text/retry.ts'
import { Button } from '../ui/button.tsx'

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'type' | 'disabled'> & {
  /** The last error response to the form. The button is disabled until the form may be sent again. */
  wait: RetryWait
}

/** The button of every form that is sent to the API. */
export function SubmitButton({ wait, ...button }: SubmitButtonProps) {
  const { secondsLeft, isCounting } = useCountdown(wait)
  return (
    <>
      <RetryNote secondsLeft={secondsLeft} seconds={wait?.retryAfterSeconds} />
      <Button {...button} type="submit" disabled={isCounting} />
    </>
  )
}

type EnterProps = Pick<SubmitButtonProps, 'wait'> & { name: string; value: string }

/** Enter in a field presses the first button of its form. Where that is not the one people mean, this one stands first, unseen. */
export function PressedByEnter({ wait, ...button }: EnterProps) {
  const { isCounting } = useCountdown(wait)
  return (
    <button
      {...button}
      type="submit"
      disabled={isCounting}
      tabIndex={-1}
      aria-hidden="true"
      className="sr-only"
    />
  )
}

type RetryNoteProps = {
  /** What is shown. Nothing while it is 0. */
  secondsLeft: number
  /** What screen readers are told, once. */
  seconds: number | undefined
}

/** 'You can try again in 42 seconds.' The visible sentence counts down, the one for screen readers does not. */
export function RetryNote({ secondsLeft, seconds = 0 }: RetryNoteProps) {
  const isShown = secondsLeft > 0
  return (
    <>
      <span aria-live="polite" className="sr-only">
        {isShown && toSentence(seconds)}
      </span>
      {isShown && (
        <p aria-hidden="true" className="text-sm font-medium tabular-nums">
          {toSentence(secondsLeft)}
        </p>
      )}
    </>
  )
}

function toSentence(seconds: number): string {
  if (seconds < 120) return text.wait({ time: text.seconds({ count: seconds }) })
  if (seconds < 2 * 3_600)
    return text.wait({ time: text.minutes({ count: Math.ceil(seconds / 60) }) })
  return text.wait({ time: text.hours({ count: Math.ceil(seconds / 3_600) }) })
}

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
