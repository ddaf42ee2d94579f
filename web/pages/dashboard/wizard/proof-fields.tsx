import type { UseFormReturn } from 'react-hook-form'

import { toFieldProps } from '../../../forms/use-checked-form.ts'
import { ownerText } from '../../../text/owner.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import type { ContactForm } from './form/wizard-form.tsx'

type ProofProps = { form: UseFormReturn<ContactForm>; hasTwoFactor: boolean }

/** Only a new account needs them. */
export function ProofFields({ form, hasTwoFactor }: ProofProps) {
  const { editing: text } = ownerText
  return (
    <>
      <PasswordField
        label={text.password}
        hint={hasTwoFactor ? text.passwordHint : `${text.passwordHint} ${text.withoutCode}`}
        autoComplete="current-password"
        {...toFieldProps(form, 'currentPassword')}
      />
      {hasTwoFactor && (
        <Field
          label={text.code}
          hint={text.passwordHint}
          autoComplete="one-time-code"
          maxLength={40}
          {...toFieldProps(form, 'code')}
        />
      )}
    </>
  )
}
