import { useController, type UseFormReturn } from 'react-hook-form'
import { type ReactNode, useCallback, useEffect, useState } from 'react'

import { type Bank, bankNames } from '#shared/bank.ts'
import { guardians } from '#shared/consent-sentences.ts'
import { toasts } from '#shared/text/toasts.ts'
import { type AccountLookup, isInstitution, payeeKinds, unconfirmedName } from '#shared/payee.ts'
import { cleanAccountNumber } from '#shared/text.ts'

import { browserApi, ApiError } from '../../../api/client.ts'
import { toFieldProps } from '../../../forms/use-checked-form.ts'
import { consentText } from '../../../text/consent.ts'
import { ownerText } from '../../../text/owner.ts'
import { wizardText } from '../../../text/wizard.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField, Field, PasswordField, SelectField } from '../../../ui/fields.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type ContactForm, FieldGroup, TabForm } from './wizard-form.tsx'
import { payeeText } from '../../../text/payee.ts'

type ContactTabProps = {
  form: UseFormReturn<ContactForm>
  category: string | undefined
  /** When a campaign is edited: what the account number's field says, and whether a new account needs a code, too. */
  account?: { hint: string; hasTwoFactor: boolean }
  checklist?: ReactNode
  action?: string
  onSubmit: () => Promise<void>
}

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
      <FieldGroup {...groups.contact} isFirst>
        <Field
          label={text.name}
          autoComplete="name"
          maxLength={120}
          {...toFieldProps(form, 'name')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field type="email" label={text.email} {...toFieldProps(form, 'email')} />
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
        <p className="font-medium text-danger">{toasts.failed.banks}</p>
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
        toast(toasts.failed.banks, 'error')
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

type Props = { form: UseFormReturn<ContactForm> }

/** Who receives the money, and whether the bank account is theirs. */
function PayeeFields({ form }: Props) {
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

/** Whose account it is, which the organiser confirms, as every banking app asks before a transfer. */
function AccountNameField({ form }: { form: UseFormReturn<ContactForm> }) {
  const { account: text } = payeeText
  const { lookup, retry } = useAccountName(form)
  const { setValue, watch, formState } = form
  const [kind, payee, accountName] = watch(['payeeKind', 'payeeName', 'accountName'])
  if (lookup === undefined) return null
  const confirm = (isConfirmed: boolean, name: string) =>
    setValue('accountName', isConfirmed ? name : unconfirmedName, {
      shouldValidate: formState.isSubmitted || formState.errors.accountName !== undefined,
    })
  return (
    <div aria-live="polite" className="card space-y-3 p-4">
      {lookup.kind === 'loading' && <p>{text.loading}</p>}
      {lookup.kind === 'found' && (
        <>
          <p className="font-semibold wrap-anywhere">{toQuestion(lookup.name, { kind, payee })}</p>
          <CheckboxField
            label={text.yes}
            hint={text.no}
            name="accountName"
            checked={accountName === lookup.name}
            error={formState.errors.accountName?.message}
            onChange={(event) => confirm(event.target.checked, lookup.name)}
          />
        </>
      )}
      {lookup.kind === 'refused' && <p className="font-medium text-danger">{text.refused}</p>}
      {lookup.kind === 'unavailable' && (
        <>
          <p>{text.unavailable}</p>
          <Button variant="quiet" onClick={retry}>
            {text.retry}
          </Button>
        </>
      )}
    </div>
  )
}

type Named = { kind: ContactForm['payeeKind']; payee: string | undefined }

function toQuestion(name: string, { kind = 'self', payee = '' }: Named): string {
  const { account: text } = payeeText
  if (kind === 'self') return text.isYou({ name })
  return payee.trim() === '' ? text.isRight({ name }) : text.isTheirs({ name, payee: payee.trim() })
}

type AccountName = {
  lookup: AccountLookup | { kind: 'loading' } | undefined
  retry: () => void
}

/** Looks up the holder's name once the account number has ten digits. Nothing that was typed waits for it or depends on it. */
function useAccountName({ watch, setValue }: UseFormReturn<ContactForm>): AccountName {
  const [bank, typed] = watch(['bank', 'accountNumber'])
  const accountNumber = cleanAccountNumber(typed)
  const key = bank !== '' && /^\d{10}$/.test(accountNumber) ? `${bank} ${accountNumber}` : undefined
  const [attempt, setAttempt] = useState(0)
  const [found, setFound] = useState<{ key: string; attempt: number; lookup: AccountLookup }>()
  useEffect(() => {
    setValue('accountName', '')
    if (key === undefined) return undefined
    let isCurrent = true
    void lookUp(key).then((lookup) => {
      if (!isCurrent) return
      setFound({ key, attempt, lookup })
      if (lookup.kind === 'found') setValue('accountName', unconfirmedName)
    })
    return () => {
      isCurrent = false
    }
  }, [key, attempt, setValue])
  const isFound = found?.key === key && found?.attempt === attempt
  const lookup =
    key === undefined ? undefined : isFound ? found.lookup : { kind: 'loading' as const }
  return { lookup, retry: () => setAttempt((count) => count + 1) }
}

async function lookUp(key: string): Promise<AccountLookup> {
  const [bank, accountNumber] = key.split(' ')
  try {
    const account = { bank, accountNumber }
    return await browserApi.post('/bank-accounts/lookup', account)
  } catch (error) {
    if (error instanceof ApiError) return { kind: 'unavailable' }
    throw error
  }
}
