import type { ReactNode } from 'react'

import { Button, type ButtonVariant } from '../ui/button.tsx'
import { RetryNote } from './retry-note.tsx'
import { useCountdown, type RetryWait } from './use-countdown.ts'

type Props = {
  submit: ReactNode
  cancel: ReactNode
  variant?: ButtonVariant | undefined
  busy: boolean
  /** The last error response to the form. */
  wait: RetryWait
  onCancel: () => void
}

export function FormButtons({ submit, cancel, variant, busy, wait, onCancel }: Props) {
  const { secondsLeft, isCounting } = useCountdown(wait)
  return (
    <>
      <RetryNote secondsLeft={secondsLeft} seconds={wait?.retryAfterSeconds} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="quiet" disabled={busy} onClick={onCancel}>
          {cancel}
        </Button>
        <Button type="submit" variant={variant} busy={busy} disabled={isCounting}>
          {submit}
        </Button>
      </div>
    </>
  )
}
