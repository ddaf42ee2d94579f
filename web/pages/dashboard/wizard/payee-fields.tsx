import type { UseFormReturn } from 'react-hook-form'

import { isInstitution, payeeKinds } from '#shared/payee.ts'

import { toFieldProps } from '../../../forms/use-checked-form.ts'
import { payeeText } from '../../../text/payee.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { AccountNameField } from './account-name-field.tsx'
import type { ContactForm } from './form/wizard-form.tsx'

type Props = { form: UseFormReturn<ContactForm> }

/** Who receives the money, and whether the bank account is theirs. */
export function PayeeFields({ form }: Props) {
  const { fields: text, kinds } = payeeText
  const kind = form.watch('payeeKind')
  return (
    <>
      <SelectField
        label={text.kind}
        options={payeeKinds.map((value) => ({ value, label: kinds[value] }))}
        {...toFieldProps(form, 'payeeKind')}
      />
      {kind === 'person' && <PersonFields form={form} />}
      {isInstitution(kind) && (
        <InstitutionFields form={form} isRegistered={kind === 'organisation'} />
      )}
      <AccountNameField form={form} />
    </>
  )
}

function PersonFields({ form }: Props) {
  const { fields: text } = payeeText
  return (
    <>
      <Field
        label={text.personName}
        hint={text.personNameHint}
        autoComplete="off"
        maxLength={120}
        {...toFieldProps(form, 'payeeName')}
      />
      <Field
        type="email"
        label={text.personEmail}
        hint={text.personEmailHint}
        autoComplete="off"
        {...toFieldProps(form, 'payeeEmail')}
      />
    </>
  )
}

function InstitutionFields({ form, isRegistered }: Props & { isRegistered: boolean }) {
  const { fields: text } = payeeText
  return (
    <>
      <Field
        label={text.institutionName}
        autoComplete="off"
        maxLength={120}
        {...toFieldProps(form, 'payeeName')}
      />
      <Field
        label={isRegistered ? text.cacNumber : text.cacOptional}
        hint={isRegistered ? text.cacNumberHint : undefined}
        autoComplete="off"
        maxLength={30}
        {...toFieldProps(form, 'cacNumber')}
      />
      {isRegistered && (
        <Field
          label={text.scumlNumber}
          hint={text.scumlHint}
          autoComplete="off"
          maxLength={30}
          {...toFieldProps(form, 'scumlNumber')}
        />
      )}
      <p className="text-sm text-muted">{text.documentHint}</p>
    </>
  )
}
