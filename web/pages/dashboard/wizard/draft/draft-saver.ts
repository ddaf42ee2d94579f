import type { Draft } from '#shared/campaign.ts'

import { ApiError, browserApi, createApi, type Api } from '../../../../api/client.ts'
import { accountHeaderMiddleware } from '../../../../api/session-guard.ts'
import { lazyCode } from '../../../../forms/lazy-code.ts'
import { lazySchema } from '../../../../forms/lazy-schema.ts'
import { removeUnsavedDraft, storeUnsavedDraft } from './unsaved-draft.ts'

export type DraftState = 'idle' | 'saving' | 'saved' | 'failed'

export type SaverOptions = {
  uid: string | undefined
  /** The time at which the server saved its draft. */
  savedAt: string | undefined
  onState: (state: DraftState) => void
}

const saveDelayMs = 1_000
const maxRetryDelayMs = 30_000
const responseSchema = lazyCode(lazySchema('draftResponseSchema'))

/** `keepalive` lets a request finish after the page is closed. */
const keepaliveApi = createApi(
  (path, init) => fetch(path, { ...init, keepalive: true }),
  [accountHeaderMiddleware],
)

/**
 * Retires the saver that saved last. That of a wizard that was closed goes on trying, and must not overwrite the draft of one that was
 * opened since.
 */
let retireLatest = () => {}

/** Saves a draft on the server. Saves run one after the other, so that an older one cannot overwrite a newer one. */
export function createDraftSaver({ uid, savedAt, onState }: SaverOptions) {
  let unsaved: (() => Draft) | undefined
  let serverSavedAt = savedAt
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> = Promise.resolve()

  const send = async (api: Api, read: () => Draft) => {
    try {
      serverSavedAt = (await putDraft(api, read())) ?? serverSavedAt
      failures = 0
      if (unsaved === read) forget()
      onState('saved')
    } catch (error) {
      onState('failed')
      if (isTemporary(error)) saveAfter(Math.min(saveDelayMs * 2 ** failures, maxRetryDelayMs))
      failures += 1
    }
  }
  const forget = () => {
    retire()
    removeUnsavedDraft()
  }
  const save = () => {
    const read = unsaved
    if (read === undefined) return
    onState('saving')
    running = running.then(() => send(browserApi, read))
  }
  const retire = () => {
    clearTimeout(timer)
    unsaved = undefined
  }
  const saveAfter = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(save, ms)
  }

  return {
    touch: (read: () => Draft) => {
      takeOver(retire)
      unsaved = read
      void responseSchema.load().catch(() => undefined)
      saveAfter(saveDelayMs)
    },
    /** Called when the page may close. Pending requests may be cancelled, so the draft is sent again and put into session storage. */
    leave: () => {
      if (unsaved === undefined) return
      clearTimeout(timer)
      if (uid !== undefined)
        storeUnsavedDraft({ uid, draft: { ...unsaved(), savedAt: serverSavedAt } })
      onState('saving')
      void send(keepaliveApi, unsaved)
    },
    /** Called when the browser is online again. */
    resume: () => {
      if (failures > 0) saveAfter(0)
    },
    /** Drops unsaved changes. Resolves when the running save has finished. */
    stop: () => {
      forget()
      return running
    },
  }
}

function takeOver(retire: () => void) {
  if (retireLatest === retire) return
  retireLatest()
  retireLatest = retire
}

/** Returns the time at which the server saved the draft. */
async function putDraft(api: Api, draft: Draft): Promise<string | undefined> {
  // Sent in the same task when it is loaded, because a page that closes runs no other.
  const schema = responseSchema.read() ?? responseSchema.load
  const response = await api.put('/draft', draft, schema)
  return response?.draft?.savedAt
}

/** True for errors that a retry may not meet again. */
function isTemporary(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
  )
}
