import type { ComponentProps, FormEvent, ReactNode } from 'react'

import { useNavigation } from '#web/router/hooks.ts'

import { ActionForm, type FieldProps as ActionFieldProps } from '../../../forms/action-form.tsx'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitButton } from '../../../forms/submit-button.tsx'
import { usePreparation } from '../../../forms/use-preparation.ts'

/** The props of a field from the last result. */
export type FieldProps = ActionFieldProps & { required: true }

type AccountFormProps = Pick<
  ComponentProps<typeof ActionForm>,
  'result' | 'loadSchema' | 'typedText'
> & {
  submit: ReactNode
  children: (field: (name: string) => FieldProps) => ReactNode
}

/** A form of the pages for signing in. What belongs to no field is a toast, too (specification §8). */
export function AccountForm({ submit, children, ...form }: AccountFormProps) {
  const { result } = form
  const busy = useNavigation().state !== 'idle'
  usePreparation()
  const preventDoubleSubmit = (event: FormEvent) => {
    if (busy) event.preventDefault()
  }
  return (
    <ActionForm
      {...form}
      onSubmit={preventDoubleSubmit}
      problem={(message) => <FormMessage message={message} response={result} />}
      className="space-y-5"
    >
      {(field) => (
        <>
          {children((name) => ({ ...field(name), required: true }))}
          <SubmitButton busy={busy} wait={result} className="w-full">
            {submit}
          </SubmitButton>
        </>
      )}
    </ActionForm>
  )
}
