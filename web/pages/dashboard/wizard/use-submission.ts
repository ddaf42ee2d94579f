import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { browserNames } from '#shared/browser-names.ts'
import type { FieldErrors } from '#shared/errors.ts'
import { done, failed } from '#shared/toasts.ts'

import { ApiError, browserApi } from '../../../api/client.ts'
import { needsNewKey, newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { lazySchema } from '../../../forms/lazy-schema.ts'
import { showApiError } from '../../../forms/use-api-action.ts'
import { toast } from '../../../ui/toasts/toast.tsx'

type Options = {
  userId: string | undefined
  values: () => Record<string, unknown>
  /** Stops saving the draft during the submission, and saves it again after an error. */
  draft: { stop: () => Promise<void>; save: () => void }
  onSubmitted: () => void
}

/** Asks for confirmation, then submits once (readings C7). */
export function useSubmission({ userId, values, draft, onSubmitted }: Options) {
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const [refusal, setRefusal] = useState<ApiError>()

  /** Resolves to the field errors of an error response. */
  const confirm = async (): Promise<FieldErrors | undefined> => {
    if (userId === undefined) toast(failed.userId, 'error')
    if (userId === undefined || isRunning.current) return undefined
    isRunning.current = true
    setBusy(true)
    setRefusal(undefined)
    try {
      await draft.stop()
      await submitCampaign(values())
      toast(done.submitted)
      onSubmitted()
      return undefined
    } catch (error) {
      showApiError(error)
      setRefusal(error)
      draft.save()
      flushSync(() => setAsking(false))
      return error.fields
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return {
    isAsking,
    busy,
    refusal,
    ask: () => setAsking(true),
    cancel: () => setAsking(false),
    confirm,
  }
}

const keyName = browserNames.submission

/** Submits a campaign. The idempotency key is in session storage, so that a retry after a reload is the same submission. */
async function submitCampaign(values: Record<string, unknown>) {
  try {
    const { campaign } = await browserApi.post(
      '/campaigns',
      values,
      lazySchema('campaignResponseSchema'),
      { 'idempotency-key': getKey() },
    )
    sessionStorage.removeItem(keyName)
    return campaign
  } catch (error) {
    if (error instanceof ApiError && needsNewKey(error)) sessionStorage.removeItem(keyName)
    throw error
  }
}

function getKey(): string {
  const stored = sessionStorage.getItem(keyName)
  if (stored !== null) return stored
  const key = newIdempotencyKey()
  sessionStorage.setItem(keyName, key)
  return key
}
