import { useEffect, useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'

import type { ApiError } from '../../api/client.ts'
import type { Outcome } from '../../api/outcome.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { toast } from '../../ui/toast.tsx'

type LoadedProps<Value> = {
  of: Promise<Outcome<Value>>
  skeleton: ReactNode
  /** What the screen says when it could not load: an error never looks like zero (readings A6). */
  failed: string
  /** The toast, where it is not the error's own sentence (specification §8). */
  failedToast?: string
  /** Takes the place of everything where the server says that there is no such thing. */
  missing?: ReactNode
  /** Stands above the skeleton and the error, so that these screens have their heading too. */
  header?: ReactNode
  children: (value: Value) => ReactNode
}

/** The faces of data that is on its way: skeleton, error with Retry, and the thing itself. */
export function Loaded<Value>({
  of,
  skeleton,
  failed,
  missing,
  header,
  ...rest
}: LoadedProps<Value>) {
  const { outcome, pending } = useOutcome(of)
  const text = dashboardText
  const revalidator = useRevalidator()
  const error = outcome && 'error' in outcome ? outcome.error : undefined
  useErrorToast(error?.code === 'not-found' && missing ? undefined : error, rest.failedToast)

  // What is already on the screen stays there while it is read again; a failure does not.
  if (!outcome || (error && pending))
    return (
      <>
        {header}
        {skeleton}
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
    </>
  )
}

function useOutcome<Value>(request: Promise<Outcome<Value>>) {
  const [settled, setSettled] = useState<{
    request: Promise<Outcome<Value>>
    outcome: Outcome<Value>
  }>()
  useEffect(() => {
    let current = true
    void request.then((outcome) => {
      if (current) setSettled({ request, outcome })
    })
    return () => {
      current = false
    }
  }, [request])
  return { outcome: settled?.outcome, pending: settled?.request !== request }
}

function useErrorToast(error: ApiError | undefined, message?: string) {
  useEffect(() => {
    if (error) toast(message ?? error.message, 'error')
  }, [error, message])
}
