import { useEffect, useState, type ReactNode } from 'react'

import { useRevalidator } from '#web/router/hooks.ts'

import type { ApiError } from '../../../api/client.ts'
import type { Arriving, Outcome } from '../../../api/outcome.ts'
import { dashboardText } from '../../../text/dashboard.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { toast } from '../../../ui/toasts/toast.tsx'

type LoadedProps<Value> = {
  data: Arriving<Value>
  skeleton: ReactNode
  /** The title of the error state, which differs from an empty list (readings A6). */
  failed: string
  /** The toast, where specification §8 prescribes another one than the message of the error. */
  failedToast?: string
  /** Shown when the server responds with 404. */
  missing?: ReactNode
  /** Shown above the skeleton and the error, so that they have a heading. */
  header?: ReactNode
  /** Shown below the skeleton and the error. What stays below the children belongs to them, too. */
  footer?: ReactNode
  children: (value: Value) => ReactNode
}

/** Shows a skeleton while data load, then the children, or an error with Retry. */
export function Loaded<Value>({
  data,
  skeleton,
  failed,
  missing,
  header,
  footer,
  ...rest
}: LoadedProps<Value>) {
  const { outcome, pending } = useOutcome(data)
  const text = dashboardText
  const revalidator = useRevalidator()
  const error = outcome && 'error' in outcome ? outcome.error : undefined
  useErrorToast(error?.code === 'not-found' && missing ? undefined : error, rest.failedToast)

  // During a reload loaded data stay visible. An error is replaced by the skeleton.
  if (!outcome || (error && pending))
    return (
      <>
        {header}
        {skeleton}
        {footer}
      </>
    )
  if ('value' in outcome) return rest.children(outcome.value)
  if (outcome.error.code === 'not-found' && missing) return missing
  return (
    <>
      {header}
      <ErrorState
        title={failed}
        text={outcome.error.message}
        retryLabel={text.retry}
        onRetry={() => void revalidator.revalidate()}
      />
      {footer}
    </>
  )
}

function useOutcome<Value>(data: Arriving<Value>) {
  const [shown, setShown] = useState<{ data: Arriving<Value>; outcome: Outcome<Value> } | null>(
    data instanceof Promise ? null : { data, outcome: data },
  )
  useEffect(() => {
    let isCurrent = true
    void Promise.resolve(data).then((outcome) => {
      if (isCurrent) setShown((known) => (known?.data === data ? known : { data, outcome }))
    })
    return () => {
      isCurrent = false
    }
  }, [data])
  return { outcome: shown?.outcome, pending: shown?.data !== data }
}

function useErrorToast(error: ApiError | undefined, message?: string) {
  useEffect(() => {
    if (error) toast(message ?? error.message, 'error')
  }, [error, message])
}
