import type { ComponentProps } from 'react'

import { Button } from '../ui/button.tsx'
import { RetryNote } from './retry-note.tsx'
import { useCountdown, type RetryWait } from './use-countdown.ts'

type Props = Omit<ComponentProps<typeof Button>, 'type' | 'disabled'> & {
  /** The last error response to the form. The button is disabled until the form may be sent again. */
  wait: RetryWait
}

/** The button of every form that is sent to the API. */
export function SubmitButton({ wait, ...button }: Props) {
  const { secondsLeft, isCounting } = useCountdown(wait)
  return (
    <>
      <RetryNote secondsLeft={secondsLeft} seconds={wait?.retryAfterSeconds} />
      <Button {...button} type="submit" disabled={isCounting} />
    </>
  )
}

type EnterProps = Pick<Props, 'wait'> & { name: string; value: string }

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
