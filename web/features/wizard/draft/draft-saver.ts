import * as z from 'zod/mini'

import { savedDraftSchema, type Draft } from '#shared/campaign.ts'

import { ApiError, browserApi, createApi, noContent, type Api } from '../../../api/client.ts'
import { accountHeaderMiddleware } from '../../../api/session-guard.ts'
import { removeUnsavedDraft, storeUnsavedDraft } from './unsaved-draft.ts'

export type DraftState = 'idle' | 'saving' | 'saved' | 'failed'

export type SaverOptions = {
  uid: string | undefined
  /** Which draft the server has. */
  savedAt: string | undefined
  tell: (state: DraftState) => void
}

const pauseMs = 1_000
const longestPauseMs = 30_000
const answerSchema = z.union([savedDraftSchema, noContent])

/** Outlives the page. */
const lastingApi = createApi(
  (path, init) => fetch(path, { ...init, keepalive: true }),
  [accountHeaderMiddleware],
)

/** Keeps on the server what is typed. One save at a time, so that an older one never overtakes a newer one. */
export function createDraftSaver({ uid, savedAt, tell }: SaverOptions) {
  let unsaved: (() => Draft) | undefined
  let known = savedAt
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> = Promise.resolve()

  const send = async (api: Api, read: () => Draft) => {
    try {
      const answer = await api.put('/draft', read(), answerSchema)
      known = answer?.draft?.savedAt ?? known
      failures = 0
      if (unsaved === read) forget()
      tell('saved')
    } catch (error) {
      tell('failed')
      if (mayPass(error)) saveAfter(Math.min(pauseMs * 2 ** failures, longestPauseMs))
      failures += 1
    }
  }
  const forget = () => {
    unsaved = undefined
    removeUnsavedDraft()
  }
  const save = () => {
    clearTimeout(timer)
    const read = unsaved
    if (read === undefined) return
    tell('saving')
    running = running.then(() => send(browserApi, read))
  }
  const saveAfter = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(save, ms)
  }

  return {
    touch: (read: () => Draft) => {
      unsaved = read
      saveAfter(pauseMs)
    },
    /** The page may be gone the next moment: what is on its way may be cut off, so everything is sent, and kept in this tab as well. */
    leave: () => {
      if (unsaved === undefined) return
      clearTimeout(timer)
      if (uid !== undefined) storeUnsavedDraft({ uid, draft: { ...unsaved(), savedAt: known } })
      tell('saving')
      void send(lastingApi, unsaved)
    },
    /** Somebody is connected again. */
    resume: () => {
      if (failures > 0) save()
    },
    /** Nothing is saved any more, and what is on its way has arrived. */
    stop: () => {
      clearTimeout(timer)
      forget()
      return running
    },
  }
}

/** Of what fails, that which another try may mend. */
function mayPass(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
  )
}
