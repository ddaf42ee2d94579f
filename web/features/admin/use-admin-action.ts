import { useState } from 'react'

import { ApiError, browserApi, noContent } from '../../api/client.ts'
import { toast } from '../../ui/toast.tsx'

/** Does something on the desk, says so, and reads the desk again. True if it was done. */
export function useAct(onDone: () => void) {
  const [acting, setActing] = useState<string>()
  const act = async (path: string, said: string, body: object = {}): Promise<boolean> => {
    setActing(path)
    try {
      await browserApi.post(`/operator${path}`, body, noContent)
      toast(said)
      onDone()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message, 'error')
      return false
    } finally {
      setActing(undefined)
    }
  }
  return { act, acting }
}
