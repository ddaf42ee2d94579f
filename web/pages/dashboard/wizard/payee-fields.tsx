import type { UseFormReturn } from 'react-hook-form'
import { useEffect, useState } from 'react'

import { type AccountLookup, isInstitution, payeeKinds, unconfirmedName } from '#shared/payee.ts'

import { ApiError, browserApi } from '../../../api/client.ts'
import { toFieldProps } from '../../../forms/use-checked-form.ts'
import { payeeText } from '../../../text/payee.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField, Field, SelectField } from '../../../ui/fields.tsx'
import type { ContactForm } from './wizard-form.tsx'

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
  if (kind === 'self') return text.isYou(name)
  return payee.trim() === '' ? text.isRight(name) : text.isTheirs(name, payee.trim())
}

type AccountName = {
  lookup: AccountLookup | { kind: 'loading' } | undefined
  retry: () => void
}

/** Looks up the holder's name once the account number has ten digits. Nothing that was typed waits for it or depends on it. */
function useAccountName({ watch, setValue }: UseFormReturn<ContactForm>): AccountName {
  const [bank, typed] = watch(['bank', 'accountNumber'])
  const accountNumber = typed.replace(/\s/g, '')
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
