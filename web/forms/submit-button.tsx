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
