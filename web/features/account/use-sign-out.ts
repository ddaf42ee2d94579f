import { useState } from 'react'
import { useNavigate } from 'react-router'

import { done } from '#shared/messages.ts'
import { ApiError, browserApi } from '#web/api/client.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toast.tsx'

import { forgetAccount } from './session.ts'

/** Ends the session, empties what the browser remembered of it, and goes to the start page (specification §2, Dashboard layout). */
export function useSignOut() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  const signOut = async () => {
    if (busy) return
    setBusy(true)
    try {
      await browserApi.remove('/session')
      forgetAccount()
      await navigate(paths.landing)
      toast(done.signedOut)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message, 'error')
    } finally {
      setBusy(false)
    }
  }

  return { busy, signOut }
}
