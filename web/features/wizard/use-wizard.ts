import { useCallback, useEffect, useRef, useState } from 'react'

import { toDraft, parseDraft } from './draft/draft.ts'
import type { LatestDraft } from './draft/unsaved-draft.ts'
import { useAutosave } from './draft/use-autosave.ts'
import { usePictures } from './pictures/use-pictures.ts'
import { usePicturesInForm } from './pictures/use-pictures-in-form.ts'
import { useSubmission } from './use-submission.ts'
import { useTabs } from './use-tabs.ts'
import { useWizardForms, wizardValues, type WizardForms } from './form/wizard-form.ts'

export type WizardProps = {
  draft: LatestDraft | null
  userId: string | undefined
  onSubmitted: () => void
}

/** The state of the wizard and the rules of its tabs (specification §4). */
export function useWizard({ draft, userId, onSubmitted }: WizardProps) {
  const [defaults] = useState(() => parseDraft(draft))
  const forms = useWizardForms(defaults)
  const pictures = usePictures(defaults.information.images ?? [])
  const tabs = useTabs(forms, pictures, draft?.tab)
  const { tab } = tabs
  const saving = useDraft(forms, tab, { draft, userId })
  usePicturesInForm(forms.information, pictures.pictures)

  const submission = useSubmission({
    userId,
    values: () => wizardValues(forms),
    draft: saving,
    onSubmitted,
  })
  const submit = async () => {
    if (await tabs.validateAll()) submission.ask()
  }

  const confirm = async () => {
    const fields = await submission.confirm()
    if (fields !== undefined) tabs.showErrors(fields)
  }

  return { tab, forms, pictures, saving, submission, select: tabs.select, submit, confirm }
}

/** Saves the draft after each change. */
function useDraft(
  forms: WizardForms,
  tab: number,
  { draft, userId }: Pick<WizardProps, 'draft' | 'userId'>,
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
