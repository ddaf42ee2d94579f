import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

import type { FieldErrors } from '#shared/errors.ts'

import { showFieldErrors } from '../../../forms/use-api-form.ts'
import type { WizardForms } from './wizard-form.ts'

/** The form of a tab, independent of its fields. */
export type WizardTab = {
  isValid: () => Promise<boolean>
  /** Focuses the first invalid field. Resolves to all messages in the order of the fields. */
  focusErrors: () => Promise<string[]>
  has: (field: string) => boolean
  showErrors: (errors: FieldErrors) => void
}

export function wizardTabs({ basic, information, contact }: WizardForms): WizardTab[] {
  return [toTab(basic), toTab(information), toTab(contact)]
}

function toTab<Form extends FieldValues>(form: UseFormReturn<Form>): WizardTab {
  const has = (field: string) => field in form.getValues()
  return {
    has,
    isValid: () => form.trigger(),
    focusErrors: async () => {
      // Touched fields are validated again on each input, so that messages disappear while the person types.
      for (const [field, value] of Object.entries(form.getValues()))
        form.setValue(field as Path<Form>, value, { shouldTouch: true })
      await form.trigger(undefined, { shouldFocus: true, shouldTouch: true })
      // formState has the errors of the last render.
      return Object.keys(form.getValues()).flatMap((field) => {
        const { error } = form.getFieldState(field as Path<Form>)
        return error?.message === undefined ? [] : [error.message]
      })
    },
    showErrors: (errors) => showFieldErrors(form, errors),
  }
}
