import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

import type { FieldErrors } from '#shared/errors.ts'

import type { WizardForms } from './wizard-form.ts'

/** What the rules of the tabs need to know of the form on one tab. */
export type WizardTab = {
  isValid: () => Promise<boolean>
  /** Puts the focus on the first field that is wrong; the sentences of all, in the order of the fields. */
  complain: () => Promise<string[]>
  has: (field: string) => boolean
  show: (errors: FieldErrors) => void
}

export function wizardTabs({ basic, information, contact }: WizardForms): WizardTab[] {
  return [tabOf(basic), tabOf(information), tabOf(contact)]
}

function tabOf<Form extends FieldValues>(form: UseFormReturn<Form>): WizardTab {
  const has = (field: string) => field in form.getValues()
  return {
    has,
    isValid: () => form.trigger(),
    complain: async () => {
      // Whatever is complained of is checked again with each key, not only when it is left.
      for (const [field, value] of Object.entries(form.getValues()))
        form.setValue(field as Path<Form>, value, { shouldTouch: true })
      // Touched, so that a message goes away while its field is being mended.
      await form.trigger(undefined, { shouldFocus: true, shouldTouch: true })
      // Not formState: that is what was rendered last.
      return Object.keys(form.getValues()).flatMap((field) => {
        const { error } = form.getFieldState(field as Path<Form>)
        return error?.message === undefined ? [] : [error.message]
      })
    },
    // Backwards, so that the focus ends on the first.
    show: (errors) => {
      for (const [field, [message = '']] of Object.entries(errors).toReversed())
        if (has(field)) form.setError(field as Path<Form>, { message }, { shouldFocus: true })
    },
  }
}
