import { retryText } from '../text/retry.ts'

type Props = {
  /** What is shown. Nothing while it is 0. */
  secondsLeft: number
  /** What screen readers are told, once. */
  seconds: number | undefined
}

/** 'You can try again in 42 seconds.' The visible sentence counts down, the one for screen readers does not. */
export function RetryNote({ secondsLeft, seconds = 0 }: Props) {
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
  const text = retryText
  if (seconds < 120) return text.wait(text.seconds(seconds))
  if (seconds < 2 * 3_600) return text.wait(text.minutes(Math.ceil(seconds / 60)))
  return text.wait(text.hours(Math.ceil(seconds / 3_600)))
}
