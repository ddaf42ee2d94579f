import { useCallback, useEffect, useState } from 'react'

import { browserApi } from '../../../api/client.ts'
import { createDraftSaver, type DraftState, type SaverOptions } from './draft-saver.ts'

/** Keeps what is typed on the server a second after the last key, at once when the page is left, and again when the line is back. */
export function useAutosave(options: Omit<SaverOptions, 'tell'>) {
  const [state, setState] = useState<DraftState>('idle')
  const [saver] = useState(() => createDraftSaver({ ...options, tell: setState }))

  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') saver.leave()
    }
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', saver.leave)
    window.addEventListener('online', saver.resume)
    return () => {
      document.removeEventListener('visibilitychange', hide)
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
