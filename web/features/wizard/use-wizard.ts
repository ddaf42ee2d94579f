import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { wizardText } from '../../text/wizard.ts'
import { toast } from '../../ui/toast.tsx'
import { draftOf, startFrom } from './draft.ts'
import type { KnownDraft } from './unsaved-draft.ts'
import { useAutosave } from './use-autosave.ts'
import { storedImages, usePictures, type Picture } from './use-pictures.ts'
import { useSubmission } from './use-submission.ts'
import { useWizardForms, wizardValues, type WizardForms } from './wizard-form.ts'
import { wizardTabs } from './wizard-tab.ts'

export type WizardProps = {
  draft: KnownDraft | null
  userId: string | undefined
  onSubmitted: () => void
}

/** The state of the wizard and the rules of its tabs (specification §4). */
export function useWizard({ draft, userId, onSubmitted }: WizardProps) {
  const text = wizardText
  const [start] = useState(() => startFrom(draft))
  const [tab, setTab] = useState(draft?.tab ?? 0)
  const forms = useWizardForms(start)
  const tabs = wizardTabs(forms)
  const pictures = usePictures(start.information.images ?? [])
  const saving = useDraft(forms, tab, { draft, userId })
  usePicturesInForm(forms.information, pictures.pictures)

  const holds = async (index: number) =>
    !(index === 1 && pictures.uploading) && ((await tabs[index]?.isValid()) ?? false)

  const complain = async (index: number) => {
    const messages = (await tabs[index]?.complain()) ?? []
    if (index === 1 && pictures.uploading) toast(text.pictures.uploading, 'info')
    else toast(text.validationErrors(messages), 'error')
  }

  const select = async (index: number) => {
    if (index === tab) return
    if (await holds(tab)) setTab(index)
    else await complain(tab)
  }

  const submission = useSubmission({
    userId,
    values: () => wizardValues(forms),
    saving,
    onSubmitted,
  })
  const submit = async () => {
    for (const index of [tab, 0, 1, 2]) {
      // eslint-disable-next-line no-await-in-loop -- one tab after the other: the first that is wrong is shown
      if (await holds(index)) continue
      flushSync(() => setTab(index))
      return complain(index)
    }
    submission.ask()
  }

  const confirm = async () => {
    const fields = await submission.confirm()
    if (fields === undefined) return
    const wrong = tabs.findIndex(({ has }) => Object.keys(fields).some(has))
    if (wrong >= 0) flushSync(() => setTab(wrong))
    for (const each of tabs.toReversed()) each.show(fields)
  }

  return { tab, forms, pictures, saving, submission, select, submit, confirm }
}

/** Saves whatever changes, once something was typed. */
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
    () => touch(() => draftOf(wizardValues({ basic, information, contact }), tab)),
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

/** The pictures that are stored are a field of the second tab. */
function usePicturesInForm(form: WizardForms['information'], pictures: readonly Picture[]) {
  useEffect(() => {
    const images = storedImages(pictures)
    if (JSON.stringify(images) === JSON.stringify(form.getValues('images'))) return
    form.setValue('images', images, { shouldDirty: true, shouldValidate: images.length > 0 })
  }, [form, pictures])
}
