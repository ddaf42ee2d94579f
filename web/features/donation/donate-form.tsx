import { Lock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'

import type { FieldErrors } from '#shared/errors.ts'
import { donationMax, donationMin } from '#shared/fees.ts'
import { formatNaira, kobo, parseNaira, type Kobo } from '#shared/money.ts'

import { donationText } from '../../text/donation.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { Field } from '../../ui/field.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { FeeQuote } from './fee-quote.tsx'
import { QuickAmounts } from './quick-amounts.tsx'
import type { DonationValues } from './donation-values.ts'
import type { DonationRefusal } from './start-donation.ts'
import { useSending } from './use-sending.ts'

type DonateFormProps = {
  campaignId: string
  /** One per form shown: it makes a double press one gift. */
  idempotencyKey: string
  /** Why the last attempt was refused, with everything that was typed. */
  refusal?: DonationRefusal | undefined
  /** Known of a signed-in donor. */
  email?: string | undefined
  /** On a visitor's page, which comes without the client router. */
  isDocument?: boolean
}

/** A plain form: without script the server answers it, with script the same action runs here. */
export function DonateForm({
  campaignId,
  idempotencyKey,
  refusal: refusedBefore,
  email,
  isDocument = false,
}: DonateFormProps) {
  const text = donationText
  const { isSending, refusal = refusedBefore, send } = useSending(isDocument)
  const fields = refusal?.fields
  const form = useFocusOnError(fields)
  const amountField = useRef<HTMLInputElement>(null)
  const values = refusal?.values
  const [amount, setAmount] = useState(() => giftOf(values?.amount ?? ''))

  // What was typed before the script came is in the field and nowhere else.
  useEffect(() => setAmount(giftOf(amountField.current?.value ?? '')), [])

  const pick = (picked: Kobo) => {
    if (amountField.current) amountField.current.value = formatNaira(picked).slice(1, -3)
    setAmount(picked)
  }

  return (
    <Form
      ref={form}
      method="post"
      noValidate
      reloadDocument={isDocument}
      onSubmit={(event) => void send(event)}
      className="space-y-5"
    >
      {refusal?.message && <RefusalNote message={refusal.message} />}
      <input type="hidden" name="campaign" value={campaignId} />
      <input
        type="hidden"
        name="idempotencyKey"
        value={refusal?.idempotencyKey ?? idempotencyKey}
      />
      <div className="space-y-3">
        <MoneyField
          ref={amountField}
          name="amount"
          label={text.amount}
          hint={text.amountHint}
          required
          defaultValue={values?.amount ?? ''}
          error={fields?.amount?.[0]}
          onChange={(event) => setAmount(giftOf(event.currentTarget.value))}
        />
        <QuickAmounts chosen={amount} onPick={pick} />
      </div>
      <DonorFields values={values} fields={fields} email={email} />
      <FeeQuote amount={amount} />
      <Button type="submit" busy={isSending} className="w-full">
        {text.pay}
      </Button>
      <p className="flex items-start gap-2 text-sm text-muted">
        <Lock size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
        {text.secure}
      </p>
    </Form>
  )
}

type DonorFieldsProps = {
  values: DonationValues | undefined
  fields: FieldErrors | undefined
  email: string | undefined
}

function DonorFields({ values, fields, email }: DonorFieldsProps) {
  const text = donationText
  const errorOf = (field: string) => fields?.[field]?.[0]
  return (
    <>
      <Field
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        label={text.email}
        hint={text.emailHint}
        required
        defaultValue={values?.email ?? email}
        error={errorOf('email')}
      />
      <Field
        name="name"
        autoComplete="name"
        label={text.name}
        maxLength={80}
        defaultValue={values?.name}
        error={errorOf('name')}
      />
      <TextAreaField
        name="message"
        label={text.message}
        rows={3}
        maxLength={500}
        defaultValue={values?.message}
        error={errorOf('message')}
      />
      <CheckboxField name="anonymous" label={text.anonymous} defaultChecked={values?.anonymous} />
      <CheckboxField
        name="updates"
        label={text.updates}
        hint={text.updatesHint}
        defaultChecked={values?.updates}
      />
    </>
  )
}

function RefusalNote({ message }: { message: string }) {
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

/** Puts the keyboard where the first thing to mend is. */
function useFocusOnError(fields: FieldErrors | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (fields) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [fields])
  return form
}

/** The amount if it is one that can be given, for the quote. */
function giftOf(typed: string): Kobo | null {
  const amount = parseNaira(typed) ?? kobo(0)
  return amount >= donationMin && amount <= donationMax ? amount : null
}
