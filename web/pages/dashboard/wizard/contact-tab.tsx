import { useController, type UseFormReturn } from 'react-hook-form'
import { type ReactNode, useCallback, useEffect, useState } from 'react'

import { type Bank, bankNames } from '#shared/bank.ts'
import { guardians } from '#shared/consent-sentences.ts'
import { failed } from '#shared/toasts.ts'

import { browserApi } from '../../../api/client.ts'
import { toFieldProps } from '../../../forms/use-checked-form.ts'
import { consentText } from '../../../text/consent.ts'
import { ownerText } from '../../../text/owner.ts'
import { wizardText } from '../../../text/wizard.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField, Field, PasswordField, SelectField } from '../../../ui/fields.tsx'
import { toast } from '../../../ui/toast.tsx'
import { PayeeFields } from './payee-fields.tsx'
import { type ContactForm, FieldGroup, TabForm } from './wizard-form.tsx'

type ContactTabProps = {
  form: UseFormReturn<ContactForm>
  category: string | undefined
  /** When a campaign is edited: what the account number's field says, and whether a new account needs a code, too. */
  account?: { hint: string; hasTwoFactor: boolean }
  checklist?: ReactNode
  action?: string
  onSubmit: () => Promise<void>
}

/** Third tab, 'Contact Information'. */
export function ContactTab({
  form,
  category,
  account,
  checklist,
  action,
  onSubmit,
}: ContactTabProps) {
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

function BankField({ form }: Pick<ContactTabProps, 'form'>) {
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

type ConsentFieldsProps = { form: UseFormReturn<ContactForm>; category: string | undefined }

/** Consents to publish a child's story or health data (Nigeria Data Protection Act 2023, sections 30 and 31). */
function ConsentFields({ form, category }: ConsentFieldsProps) {
  const text = consentText
  const isHealth = category === 'Health'
  const { register } = form
  const [isAboutChild, isAboutHealth] = form.watch(['aboutChild', 'aboutHealth'])
  return (
    <fieldset className="grid gap-5">
      <legend className="sr-only">{text.title}</legend>
      <CheckboxField label={text.aboutChild} {...register('aboutChild')} />
      {isAboutChild && <ChildFields form={form} />}
      {!isHealth && <CheckboxField label={text.aboutHealth} {...register('aboutHealth')} />}
      {(isHealth || isAboutHealth) && <HealthFields form={form} />}
    </fieldset>
  )
}

function ChildFields({ form }: Pick<ConsentFieldsProps, 'form'>) {
  const text = consentText
  return (
    <>
      <SelectField
        label={text.guardian}
        options={guardians.map((value) => ({ value, label: text.guardians[value] }))}
        {...toFieldProps(form, 'guardian')}
      />
      <CheckboxField label={text.sentences.child} {...toFieldProps(form, 'childConsent')} />
    </>
  )
}

function HealthFields({ form }: Pick<ConsentFieldsProps, 'form'>) {
  const text = consentText
  return (
    <>
      <Field
        label={text.healthConsentBy}
        hint={text.healthConsentByHint}
        autoComplete="off"
        maxLength={120}
        {...toFieldProps(form, 'healthConsentBy')}
      />
      <CheckboxField
        label={text.sentences.health}
        hint={text.withdrawHint}
        {...toFieldProps(form, 'healthConsent')}
      />
    </>
  )
}

type ProofProps = { form: UseFormReturn<ContactForm>; hasTwoFactor: boolean }

/** Only a new account needs them. */
function ProofFields({ form, hasTwoFactor }: ProofProps) {
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

type Banks = {
  state: 'loading' | 'failed' | 'ready'
  options: BankOption[]
  retry: () => void
}
type BankOption = { value: string; label: string }

/** The banks that the payment provider pays out to. */
function useBanks(): Banks {
  const [attempt, setAttempt] = useState(0)
  const [banks, setBanks] = useState<Bank[] | 'loading' | 'failed'>('loading')

  useEffect(() => {
    let current = true
    browserApi.get('/banks').then(
      (response) => current && setBanks(response.banks),
      () => {
        if (!current) return
        setBanks('failed')
        toast(failed.banks, 'error')
      },
    )
    return () => {
      current = false
    }
  }, [attempt])

  const retry = useCallback(() => {
    setBanks('loading')
    setAttempt((count) => count + 1)
  }, [])
  const state = typeof banks === 'string' ? banks : 'ready'
  return { state, options: typeof banks === 'string' ? [] : bankOptions(banks), retry }
}

function bankOptions(banks: Bank[]): BankOption[] {
  return Array.from(bankNames(banks), ([value, label]) => ({ value, label }))
}
