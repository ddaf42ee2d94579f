import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

import type { FieldErrors } from '#shared/errors.ts'

import { runApiAction } from '../../../forms/use-api-action.ts'
import { showFieldErrors } from '../../../forms/use-checked-form.ts'
import { wizardText } from '../../../text/wizard.ts'
import { toast } from '../../../ui/toast.tsx'
import type { WizardForms } from './wizard-form.tsx'

export type WizardTabs = ReturnType<typeof useTabs>

type LoadTab = (() => Promise<unknown>) | undefined

/** The open tab. A later tab opens only when those before it are valid (specification §4). `loads` has the code of each tab that is shown later. */
export function useTabs(forms: WizardForms, loads: readonly LoadTab[], first = 0) {
  const [tab, setTab] = useState(first)
  const isUploading = useRef(false)
  const setUploading = useCallback((uploading: boolean) => {
    isUploading.current = uploading
  }, [])
  const tabs = wizardTabs(forms)
  /** Only fields that are there can be focused. */
  const open = async (index: number) => {
    await loads[index]?.()
    flushSync(() => setTab(index))
  }

  /** Nothing is taken for valid unchecked. A person whose form cannot be checked now is told. */
  const canCheck = () => runApiAction(forms.loadChecks)

  const validate = async (index: number) =>
    !(index === 1 && isUploading.current) && ((await tabs[index]?.isValid()) ?? false)

  const showProblems = async (index: number) => {
    const messages = (await tabs[index]?.focusErrors()) ?? []
    // A message that is a sentence ends with its own full stop.
    const errors = messages.join(', ').replaceAll('., ', '. ')
    if (index === 1 && isUploading.current) toast(wizardText.pictures.uploading, 'info')
    else toast(wizardText.validationErrors({ errors }), 'error')
  }

  /** Opens the open tab again, or the first of those before, that is invalid, with its problems. */
  const findInvalid = async (before: number) => {
    for (const index of [tab, ...[0, 1, 2].slice(0, before)]) {
      // eslint-disable-next-line no-await-in-loop -- tabs are validated in order, because the first invalid one is opened
      if (await validate(index)) continue
      await open(index)
      await showProblems(index)
      return true
    }
    return false
  }

  /** An earlier tab opens always. A later one opens when all tabs before it are valid. */
  const select = async (index: number) => {
    if (index <= tab) return setTab(index)
    if (!(await canCheck())) return
    if (!(await findInvalid(index))) setTab(index)
  }

  const validateAll = async () => (await canCheck()) && !(await findInvalid(loads.length))

  const showErrors = async (fields: FieldErrors) => {
    const invalid = tabs.findIndex(({ has }) => Object.keys(fields).some(has))
    if (invalid >= 0) await open(invalid)
    const show = () => {
      for (const each of [...tabs].reverse()) each.showErrors(fields)
    }
    // A group with an error opens first, because folded fields cannot be focused.
    flushSync(show)
    show()
  }
  return { tab, select, validateAll, showErrors, setUploading }
}

type WizardTab = {
  isValid: () => Promise<boolean>
  /** Focuses the first invalid field. Resolves to all messages in the order of the fields. */
  focusErrors: () => Promise<string[]>
  has: (field: string) => boolean
  showErrors: (errors: FieldErrors) => void
}

function wizardTabs({ basic, information, contact }: WizardForms): WizardTab[] {
  return [toTab(basic), toTab(information), toTab(contact)]
}

function toTab<Form extends FieldValues>(form: UseFormReturn<Form>): WizardTab {
  const has = (field: string) => field in form.getValues()
  return {
    has,
    isValid: () => form.trigger(),
    focusErrors: async () => {
      await form.trigger(undefined, { shouldFocus: true })
      // formState has the errors of the last render.
      return Object.keys(form.getValues()).flatMap((field) => {
        const { error } = form.getFieldState(field as Path<Form>)
        return error?.message === undefined ? [] : [error.message]
      })
    },
    showErrors: (errors) => showFieldErrors(form, errors),
  }
}
