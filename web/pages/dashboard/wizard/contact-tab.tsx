import type { ReactNode } from 'react'
import { useController, type UseFormReturn } from 'react-hook-form'

import { failed } from '#shared/toasts.ts'

import { toFieldProps } from '../../../forms/use-checked-form.ts'
import { wizardText } from '../../../text/wizard.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { ConsentFields } from './consent-fields.tsx'
import { FieldGroup } from './form/field-group.tsx'
import { TabForm, type ContactForm } from './form/wizard-form.tsx'
import { PayeeFields } from './payee-fields.tsx'
import { ProofFields } from './proof-fields.tsx'
import { useBanks } from './use-banks.ts'

type Props = {
  form: UseFormReturn<ContactForm>
  category: string | undefined
  /** When a campaign is edited: what the account number's field says, and whether a new account needs a code, too. */
  account?: { hint: string; hasTwoFactor: boolean }
  checklist?: ReactNode
  action?: string
  onSubmit: () => Promise<void>
}

/** Third tab, 'Contact Information'. */
export function ContactTab({ form, category, account, checklist, action, onSubmit }: Props) {
  const { submit, groups, contact: text } = wizardText
  return (
    <TabForm form={form} action={action ?? submit} onSend={onSubmit}>
      <FieldGroup {...groups.contact}>
        <Field
          label={text.name}
          autoComplete="name"
          maxLength={120}
          {...toFieldProps(form, 'name')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            type="email"
            label={text.email}
            autoComplete="email"
            {...toFieldProps(form, 'email')}
          />
          <Field
            type="tel"
            label={text.phone}
            autoComplete="tel"
            maxLength={20}
            {...toFieldProps(form, 'phone')}
          />
        </div>
      </FieldGroup>
      <FieldGroup {...groups.payout}>
        <Field
          label={text.accountNumber}
          hint={account?.hint ?? text.accountNumberHint}
          inputMode="numeric"
          autoComplete="off"
          maxLength={14}
          {...toFieldProps(form, 'accountNumber')}
        />
        {account && <ProofFields form={form} hasTwoFactor={account.hasTwoFactor} />}
        <BankField form={form} />
        <PayeeFields form={form} />
      </FieldGroup>
      <FieldGroup {...groups.consent}>
        <CheckboxField label={text.showContact} {...form.register('showContact')} />
        <ConsentFields form={form} category={category} />
      </FieldGroup>
      {checklist}
    </TabForm>
  )
}

function BankField({ form }: Pick<Props, 'form'>) {
  const banks = useBanks()
  const { contact: text } = wizardText
  const { field, fieldState } = useController({ name: 'bank', control: form.control })
  if (banks.state === 'failed')
    return (
      <div role="alert" className="card flex flex-wrap items-center justify-between gap-3 p-4">
        <p className="font-medium text-danger">{failed.banks}</p>
        <Button variant="quiet" onClick={banks.retry}>
          {text.retryBanks}
        </Button>
      </div>
    )
  return (
    <SelectField
      {...field}
      label={text.bank}
      placeholder={banks.state === 'loading' ? text.loadingBanks : text.choose}
      options={banks.options}
      error={fieldState.error?.message}
    />
  )
}
