import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import type { FieldErrors } from '#shared/errors.ts'
import { done, failed } from '#shared/messages.ts'

import { ApiError } from '../../api/client.ts'
import { toast } from '../../ui/toasts/toast.tsx'
import { submitCampaign } from './submission.ts'

type Options = {
  userId: string | undefined
  values: () => Record<string, unknown>
  /** The draft: it is not saved while it is sent, and saved again if it was refused. */
  saving: { stop: () => Promise<void>; save: () => void }
  onSubmitted: () => void
}

/** The question before sending, and the one request that follows a yes (readings C7). */
export function useSubmission({ userId, values, saving, onSubmitted }: Options) {
  const [asking, setAsking] = useState(false)
  const [sending, setSending] = useState(false)
  const underWay = useRef(false)

  /** Resolves to the errors by field if the server refused; nothing that was typed is lost then. */
  const confirm = async (): Promise<FieldErrors | undefined> => {
    if (userId === undefined) toast(failed.userId, 'error')
    if (userId === undefined || underWay.current) return undefined
    underWay.current = true
    setSending(true)
    try {
      await saving.stop()
      await submitCampaign(values())
      toast(done.submitted)
      onSubmitted()
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      saving.save()
      toast(error.message, 'error')
      flushSync(() => setAsking(false))
      return error.fields
    } finally {
      underWay.current = false
      setSending(false)
    }
  }
  return {
    asking,
    sending,
    ask: () => setAsking(true),
    cancel: () => setAsking(false),
    confirm,
  }
}
