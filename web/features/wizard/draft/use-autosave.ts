import { useCallback, useEffect, useState } from 'react'

import { browserApi } from '../../../api/client.ts'
import { createDraftSaver, type DraftState, type SaverOptions } from './draft-saver.ts'

/** Saves a draft one second after the last input, when the page is left, and when the browser is online again. */
export function useAutosave(options: Omit<SaverOptions, 'onState'>) {
  const [state, setState] = useState<DraftState>('idle')
  const [saver] = useState(() => createDraftSaver({ ...options, onState: setState }))

  useEffect(() => {
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') saver.leave()
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    window.addEventListener('pagehide', saver.leave)
    window.addEventListener('online', saver.resume)
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange)
      window.removeEventListener('pagehide', saver.leave)
      window.removeEventListener('online', saver.resume)
      saver.leave()
    }
  }, [saver])

  const discard = useCallback(async () => {
    await saver.stop()
    await browserApi.remove('/draft')
  }, [saver])
  return { state, touch: saver.touch, stop: saver.stop, discard }
}
