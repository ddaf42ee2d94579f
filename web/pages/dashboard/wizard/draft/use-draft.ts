import { useCallback, useEffect, useRef, useState } from 'react'

import { browserApi } from '../../../../api/client.ts'
import { wizardValues, type WizardForms } from '../form/wizard-form.tsx'
import { createDraftSaver, type DraftState, type SaverOptions } from './draft-saver.ts'
import type { WizardDraft } from './draft.ts'
import { toDraft } from './unsaved-draft.ts'

/** Saves a draft one second after the last input, when the page is left, and when the browser is online again. */
function useAutosave(options: Omit<SaverOptions, 'onState'>) {
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

/** Saves the draft after each change. */
export function useDraft(
  forms: WizardForms,
  tab: number,
  { draft, userId }: { draft: WizardDraft | null; userId: string | undefined },
) {
  const saving = useAutosave({ uid: userId, savedAt: draft?.savedAt })
  const { touch } = saving
  const savedTab = useRef(draft?.tab ?? 0)
  const { basic, information, contact } = forms
  const save = useCallback(
    () => touch(() => toDraft(wizardValues({ basic, information, contact }), tab)),
    [basic, information, contact, tab, touch],
  )

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
  return { ...saving, save }
}
