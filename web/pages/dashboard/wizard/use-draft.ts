import { useCallback, useEffect, useRef, useState } from 'react'

import type { Draft } from '#shared/campaign.ts'

import { type Api, ApiError, browserApi, createApi } from '../../../api/client.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { listen } from '../../../api/listen.ts'
import { accountHeaderMiddleware } from '../../../api/session-guard.ts'
import type { WizardDraft } from './draft.ts'
import { removeUnsavedDraft, storeUnsavedDraft, toDraft } from './unsaved-draft.ts'
import { type WizardForms, wizardValues } from './wizard-form.tsx'

/** 'changed': another tab or device has changed the draft, and the server keeps both until the person has chosen. */
export type DraftState = 'idle' | 'saving' | 'saved' | 'failed' | 'changed'

type SaverOptions = {
  uid: string | undefined
  /** The time at which the server saved its draft. */
  savedAt: string | undefined
  /** The writer of a page that was left before it knew whether its draft was saved. */
  continues?: string | undefined
  /** The person has chosen this version before the server's. */
  replaces?: boolean | undefined
  onState: (state: DraftState) => void
}

const saveDelayMs = 1_000
const maxRetryDelayMs = 30_000

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

/** Saves a draft on the server. Saves are numbered, because those of a page that is left may overtake each other. */
export function createDraftSaver({ uid, savedAt, onState, ...start }: SaverOptions) {
  const writer = newIdempotencyKey()
  let sequence = 0
  let { continues } = start
  let replaces = start.replaces === true
  let unsaved: (() => Draft) | undefined
  let serverSavedAt = savedAt
  /** What the server refused, which it keeps beside the newer draft. */
  let refused: (() => Draft) | undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> = Promise.resolve()

  const send = async (api: Api, read: () => Draft) => {
    try {
      sequence += 1
      const version = {
        writer,
        sequence,
        base: serverSavedAt,
        ...(continues && { continues }),
        ...(replaces && { replaces }),
      }
      serverSavedAt = (await putDraft(api, { ...read(), ...version })) ?? serverSavedAt
      failures = 0
      replaces = false
      continues = undefined
      refused = undefined
      if (unsaved === read) forget()
      onState('saved')
    } catch (error) {
      refused = error instanceof ApiError && error.code === 'draft-changed' ? read : undefined
      onState(refused ? 'changed' : 'failed')
      if (isTemporary(error)) saveAfter(Math.min(saveDelayMs * 2 ** failures, maxRetryDelayMs))
      failures += 1
    }
  }
  const forget = () => {
    retire()
    removeUnsavedDraft()
  }
  const keepInTab = (read: () => Draft) =>
    storeUnsavedDraft({ uid: uid ?? null, writer, draft: { ...read(), savedAt: serverSavedAt } })
  const save = () => {
    const read = unsaved
    if (read === undefined) return
    if (uid === undefined) {
      keepInTab(read)
      return onState('saved')
    }
    if (!refused) onState('saving')
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
      if (retireLatest !== retire) retireLatest()
      retireLatest = retire
      // A function of its own for each change, so that a save that was on its way does not count as the save of this one.
      unsaved = () => read()
      saveAfter(saveDelayMs)
    },
    /** Called when the page may close. Pending requests may be cancelled, so the draft is sent again and put into session storage. */
    leave: () => {
      if (unsaved === undefined) return
      clearTimeout(timer)
      keepInTab(unsaved)
      if (uid === undefined) return
      if (!refused) onState('saving')
      void send(keepaliveApi, unsaved)
    },
    /** Sends what was typed last. True if the server has it, as its draft or beside it. */
    flush: async () => {
      clearTimeout(timer)
      save()
      await running
      return unsaved === undefined || unsaved === refused
    },
    keepMine: () => {
      replaces = true
      save()
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

/** Returns the time at which the server saved the draft. */
async function putDraft(
  api: Api,
  draft: Parameters<typeof browserApi.put<'/draft'>>[1],
): Promise<string | undefined> {
  const response = await api.put('/draft', draft)
  return response?.draft?.savedAt
}

/** True for errors that a retry may not meet again. */
function isTemporary(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
  )
}

/** Saves a draft one second after the last input, when the page is left, and when the browser is online again. */
function useAutosave(options: Omit<SaverOptions, 'onState'>) {
  const { uid } = options
  const [state, setState] = useState<DraftState>('idle')
  const [saver] = useState(() => createDraftSaver({ ...options, onState: setState }))

  useEffect(() => {
    const stop = listen({
      visibilitychange: () => document.visibilityState === 'hidden' && saver.leave(),
      pagehide: saver.leave,
      online: saver.resume,
    })
    return () => {
      stop()
      saver.leave()
    }
  }, [saver])

  const discard = useCallback(async () => {
    await saver.stop()
    if (uid !== undefined) await browserApi.remove('/draft')
  }, [saver, uid])
  const leaveFor = useCallback(
    async (open: () => void) => {
      if (!(await saver.flush())) return
      await saver.stop()
      open()
    },
    [saver],
  )
  return {
    leaveFor,
    state,
    touch: saver.touch,
    stop: saver.stop,
    keepMine: saver.keepMine,
    discard,
  }
}

/** Saves the draft after each change. */
export function useDraft(
  forms: WizardForms,
  tab: number,
  { draft, userId }: { draft: WizardDraft | null; userId: string | undefined },
) {
  const saving = useAutosave({
    uid: userId,
    savedAt: draft?.savedAt,
    continues: draft?.writer,
    replaces: draft?.replaces,
  })
  const { touch } = saving
  const savedTab = useRef(draft?.tab ?? 0)
  const { basic, information, contact } = forms
  const read = useCallback(
    () => toDraft(wizardValues({ basic, information, contact }), tab),
    [basic, information, contact, tab],
  )
  const save = useCallback(() => touch(read), [read, touch])

  useEffect(() => {
    const subscription = { formState: { values: true }, callback: save }
    const stops = [
      basic.subscribe(subscription),
      information.subscribe(subscription),
      contact.subscribe(subscription),
    ]
    return () => stops.forEach((stop) => stop())
  }, [basic, information, contact, save])

  useEffect(() => {
    if (savedTab.current === tab) return
    savedTab.current = tab
    save()
  }, [tab, save])
  const isUnsaved = useRef(draft?.isUnsaved)
  useEffect(() => {
    if (isUnsaved.current) save()
    isUnsaved.current = false
  }, [save])
  return { ...saving, read, save }
}
