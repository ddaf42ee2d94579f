import type { ReactNode } from 'react'

import type { ButtonVariant } from '../ui/button.tsx'
import { ActionForm } from './action-form.tsx'
import type { FormResult, FormValues } from './form-values.ts'
import { SubmitButton } from './submit-button.tsx'

const loadSchema = async () => ({
  schema: (await import('./public-schemas.ts')).noFieldsSchema,
})

type Props = {
  result: FormResult | undefined
  /** What the action reads. */
  values?: FormValues
  variant?: ButtonVariant
  children: ReactNode
}

/** A form without fields, which posts to the route's action. */
export function OneButtonForm({ result, values = {}, variant = 'primary', children }: Props) {
  return (
    <ActionForm result={result} loadSchema={loadSchema}>
      {() => (
        <>
          {Object.entries(values).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SubmitButton wait={result} variant={variant} className="w-full sm:w-auto">
            {children}
          </SubmitButton>
        </>
      )}
    </ActionForm>
  )
}
