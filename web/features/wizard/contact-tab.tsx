import { useController, type UseFormReturn } from 'react-hook-form'

import { failed } from '#shared/messages.ts'

import { ownerText } from '../../text/owner.ts'
import { wizardText } from '../../text/wizard.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TabForm, type ContactForm } from './form/wizard-form.tsx'
import type { Banks } from './use-banks.ts'

type Props = {
  form: UseFormReturn<ContactForm>
  banks: Banks
  /** The stored bank account, when a campaign is edited. */
  account?: { last4: string; asksPassword: boolean }
  action?: string
  onSubmit: () => Promise<void>
}

/** Third tab, 'Contact Information'. */
export function ContactTab({ form, banks, account, action, onSubmit }: Props) {
  const { submit, contact: text } = wizardText
  const { register, formState } = form
  const { errors } = formState
  return (
    <TabForm action={action ?? submit} onSend={onSubmit}>
      <Field
        label={text.name}
        autoComplete="name"
        maxLength={120}
        error={errors.name?.message}
        {...register('name')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          type="email"
          label={text.email}
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <Field
          type="tel"
          label={text.phone}
          autoComplete="tel"
          maxLength={20}
          error={errors.phone?.message}
          {...register('phone')}
        />
      </div>
      <BankField form={form} banks={banks} />
      <Field
        label={text.accountNumber}
        hint={account ? ownerText.editing.keepAccount(account.last4) : text.accountNumberHint}
        inputMode="numeric"
        autoComplete="off"
        maxLength={14}
        error={errors.accountNumber?.message}
        {...register('accountNumber')}
      />
      {account?.asksPassword && (
        <PasswordField
          label={ownerText.editing.password}
          hint={ownerText.editing.passwordHint}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
      )}
      <CheckboxField label={text.showContact} {...register('showContact')} />
    </TabForm>
  )
}

function BankField({ form, banks }: Pick<Props, 'form' | 'banks'>) {
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
