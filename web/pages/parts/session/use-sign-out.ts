import { done } from '#shared/toasts.ts'
import { useNavigate } from '#web/router/hooks.ts'

import { browserApi } from '../../../api/client.ts'
import { useApiAction } from '../../../forms/use-api-action.ts'
import { paths } from '../../../navigation/paths.ts'
import { toast } from '../../../ui/toasts/toast.tsx'
import { forgetAccount } from './session.ts'

/** Ends the session and goes to the start page (specification §2, Dashboard layout). */
export function useSignOut() {
  const navigate = useNavigate()
  const { run, busy } = useApiAction()
  const signOut = async () => {
    if (busy) return
    await run(async () => {
      await browserApi.remove('/session')
      forgetAccount()
      await navigate(paths.landing)
      toast(done.signedOut)
    })
  }
  return { busy, signOut }
}
