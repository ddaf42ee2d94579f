import { Lock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'

import { donationMax, donationMin } from '#shared/fees.ts'
import { formatNairaInText, kobo, parseNaira, type Kobo } from '#shared/money.ts'

import type { FormResult } from '../../forms/form-action.ts'
import { useFocusInvalid } from '../../forms/use-focus-invalid.ts'
import { donationText } from '../../text/donation.ts'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { TextAreaField } from '../../ui/fields/text-area-field.tsx'
import { FeeQuote } from './fee-quote.tsx'
import { QuickAmounts } from './quick-amounts.tsx'
import { useDonationSubmit } from './use-donation-submit.ts'

type DonateFormProps = {
  campaignId: string
  /** One key per form, so that a double click counts as one donation. */
  idempotencyKey: string
  /** The result of the route's action. */
  actionResult?: FormResult | undefined
  /** The email address of a signed-in donor. */
  email?: string | undefined
  /** True on a public page, which has no client router. */
  isDocument?: boolean
}

/** Works without script: then the server runs the action that the browser runs otherwise. */
export function DonateForm({
  campaignId,
  idempotencyKey,
  actionResult,
  email,
  isDocument = false,
}: DonateFormProps) {
  const text = donationText
  const { busy, result = actionResult, submit } = useDonationSubmit(isDocument)
  const form = useFocusInvalid(result)
  const amountField = useRef<HTMLInputElement>(null)
  const [amount, setAmount] = useState(() => parseAmount(result?.values['amount']))

  // Text that was typed before hydration is only in the field.
  useEffect(() => setAmount(parseAmount(amountField.current?.value)), [])

  const pick = (picked: Kobo) => {
    if (amountField.current) amountField.current.value = formatNairaInText(picked).slice(1)
    setAmount(picked)
  }

  return (
    <Form
      ref={form}
      method="post"
      noValidate
      reloadDocument={isDocument}
      onSubmit={(event) => void submit(event)}
      className="space-y-5"
    >
      {result?.message && <ErrorNote message={result.message} />}
      <input type="hidden" name="campaign" value={campaignId} />
      <input
        type="hidden"
        name="idempotencyKey"
        value={result?.values['idempotencyKey'] ?? idempotencyKey}
      />
      <div className="space-y-3">
        <MoneyField
          ref={amountField}
          name="amount"
          label={text.amount}
          hint={text.amountHint}
          required
          defaultValue={result?.values['amount'] ?? ''}
          error={result?.fields['amount']?.[0]}
          onChange={(event) => setAmount(parseAmount(event.currentTarget.value))}
        />
        <QuickAmounts selected={amount} onPick={pick} />
      </div>
      <DonorFields result={result} email={email} />
      <FeeQuote amount={amount} />
      <SubmitButton busy={busy} wait={result} className="w-full">
        {text.pay}
      </SubmitButton>
      <p className="flex items-start gap-2 text-sm text-muted">
        <Lock size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
        {text.secure}
      </p>
    </Form>
  )
}

type DonorFieldsProps = { result: FormResult | undefined; email: string | undefined }

function DonorFields({ result, email }: DonorFieldsProps) {
  const text = donationText
  const field = (name: string) => ({
    name,
    defaultValue: result?.values[name],
    error: result?.fields[name]?.[0],
  })
  const box = (name: string) => ({ name, defaultChecked: result && name in result.values })
  return (
    <>
      <Field
        {...field('email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        label={text.email}
        hint={text.emailHint}
        required
        defaultValue={result?.values['email'] ?? email}
      />
      {asksForCode(result) && (
        <Field
          {...field('emailCode')}
          autoComplete="one-time-code"
          label={text.emailCode}
          hint={text.emailCodeHint}
          required
        />
      )}
      <Field {...field('name')} autoComplete="name" label={text.name} maxLength={80} />
      <TextAreaField {...field('message')} label={text.message} rows={3} maxLength={500} />
      <CheckboxField {...box('anonymous')} label={text.anonymous} />
      <CheckboxField {...box('updates')} label={text.updates} hint={text.updatesHint} />
    </>
  )
}

/** The server asks some donors for the code that it emails to them. The field stays until the donation starts. */
function asksForCode(result: FormResult | undefined): boolean {
  return Boolean(result && ('emailCode' in result.fields || 'emailCode' in result.values))
}

function ErrorNote({ message }: { message: string }) {
  const text = donationText
  return (
    <div role="alert" className="rounded-card border border-danger/40 bg-danger-soft p-4">
      <p className="font-bold text-danger">{text.problem}</p>
      <p className="mt-1 text-sm">
        {message} {message.includes(text.nothingCharged) ? null : text.nothingCharged}
      </p>
    </div>
  )
}

/** The amount for the fee quote, or null if it is outside the limits. */
function parseAmount(typed = ''): Kobo | null {
  const amount = parseNaira(typed) ?? kobo(0)
  return amount >= donationMin && amount <= donationMax ? amount : null
}
