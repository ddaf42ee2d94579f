import { useCallback, useEffect, useState } from 'react'
import * as z from 'zod/mini'

import { savedDraftSchema, type Draft } from '#shared/campaign.ts'

import { browserApi, createApi, noContent } from '../../api/client.ts'

export type DraftState = 'idle' | 'saving' | 'saved' | 'failed'

const pauseMs = 1_000
/** Outlives the page, so that the last words before a reload are kept as well. */
const lastingApi = createApi((path, init) => fetch(path, { ...init, keepalive: true }))

/** Keeps what is typed on the server a second after the last key, and at once when the page is left. */
export function useAutosave() {
  const [state, setState] = useState<DraftState>('idle')
  const [saver] = useState(() => createSaver(setState))

  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') saver.flush()
    }
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('pagehide', saver.flush)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      window.removeEventListener('pagehide', saver.flush)
      saver.flush()
    }
  }, [saver])

  const discard = useCallback(async () => {
    await saver.stop()
    await browserApi.remove('/draft')
  }, [saver])
  return { state, touch: saver.touch, stop: saver.stop, discard }
}

/** One save at a time, so that an older one never overtakes a newer one. */
function createSaver(tell: (state: DraftState) => void) {
  let waiting: { timer: ReturnType<typeof setTimeout>; read: () => Draft } | undefined
  let running: Promise<void> = Promise.resolve()

  const take = () => {
    clearTimeout(waiting?.timer)
    const read = waiting?.read
    waiting = undefined
    return read
  }
  const save = (api: typeof browserApi) => {
    const read = take()
    if (read === undefined) return
    const draft = read()
    tell('saving')
    running = running
      .then(() => api.put('/draft', draft, z.union([savedDraftSchema, noContent])))
      .then(
        () => tell('saved'),
        () => tell('failed'),
      )
  }
  return {
    touch: (read: () => Draft) => {
      take()
      waiting = { timer: setTimeout(() => save(browserApi), pauseMs), read }
    },
    flush: () => save(lastingApi),
    /** Nothing is saved any more, and what is on its way has arrived. */
    stop: () => {
      take()
      return running
    },
  }
}
