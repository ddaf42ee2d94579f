import type { ReactNode } from 'react'

import { ActionForm } from './action-form.tsx'
import type { FormResult } from './form-values.ts'
import { SubmitButton } from './submit-button.tsx'

const loadSchema = async () => ({ schema: (await import('zod/mini')).object({}) })

type Props = {
  result: FormResult | undefined /** Tells the action which form of the page was sent. */
  name?: string
  children: ReactNode
}

/** A form without fields, which posts to the route's action. */
export function OneButtonForm({ result, name, children }: Props) {
  return (
    <ActionForm result={result} loadSchema={loadSchema}>
      {() => (
        <>
          {name !== undefined && <input type="hidden" name={name} value="" />}
          <SubmitButton wait={result} className="w-full sm:w-auto">
            {children}
          </SubmitButton>
        </>
      )}
    </ActionForm>
  )
}
