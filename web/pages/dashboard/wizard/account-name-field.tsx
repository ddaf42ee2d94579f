import type { UseFormReturn } from 'react-hook-form'

import { unconfirmedName } from '#shared/payee.ts'

import { payeeText } from '../../../text/payee.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import type { ContactForm } from './form/wizard-form.tsx'
import { useAccountName } from './use-account-name.ts'

/** Whose account it is, which the organiser confirms, as every banking app asks before a transfer. */
export function AccountNameField({ form }: { form: UseFormReturn<ContactForm> }) {
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
