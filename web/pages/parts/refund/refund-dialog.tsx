import { useState } from 'react'
import type * as z from 'zod/mini'

import { formatDuration } from '#shared/duration.ts'
import { formatNaira, type Kobo } from '#shared/money.ts'
import { terms } from '#shared/terms.ts'
import type { RefundPreview, staffRefundSchema } from '#shared/refund.ts'

import { browserApi } from '../../../api/client.ts'
import { useApiForm } from '../../../forms/api-form.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { useIdempotencyKey } from '../../../forms/use-idempotency-key.ts'
import { refundStaffText } from '../../../text/refund-staff.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, PasswordField, TextAreaField } from '../../../ui/fields.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { toast } from '../../../ui/toast.tsx'

type Values = z.input<typeof staffRefundSchema>
type RefundDialogProps = {
  donation: { id: string; refundable: Kobo }
  onDone: () => void
  onClose: () => void
}

/** Refunds a donation in whole or in part. The organiser or admin reads who pays what before it is requested. */
export function RefundDialog({ donation, onDone, onClose }: RefundDialogProps) {
  const text = refundStaffText
  const [checked, setChecked] = useState<RefundPreview>()
  const withKey = useIdempotencyKey()
  const { field, ...form } = useApiForm({
    schema: 'staffRefundSchema',
    defaultValues: {
      amount: formatNaira(donation.refundable).slice(1),
      reason: '',
      currentPassword: '',
    },
    onSubmit: async (values) => {
      if (!checked) return setChecked(await preview(donation.id, values))
      const { id } = donation
      const { state } = await withKey((headers) =>
        browserApi.post('/donations/:id/refund', values, { id }, headers),
      )
      toast(text.done[state])
      onDone()
    },
  })
  return (
    <FormDialog
      open
      title={text.title}
      text={text.hint({ sum: formatNaira(donation.refundable) })}
      form={form}
      submit={checked ? text.send({ sum: formatNaira(checked.amount) }) : text.check}
      onClose={onClose}
    >
      <MoneyField label={text.amount} {...field('amount')} readOnly={checked !== undefined} />
      <TextAreaField
        label={text.reason}
        rows={3}
        maxLength={500}
        {...field('reason')}
        readOnly={checked !== undefined}
      />
      {checked && <RefundSums preview={checked} onChange={() => setChecked(undefined)} />}
      {checked?.needs.includes('password') && (
        <PasswordField
          label={text.preview.password}
          hint={text.preview.passwordHint}
          {...field('currentPassword')}
        />
      )}
      {checked?.needs.includes('code') && (
        <Field
          label={text.preview.code}
          autoComplete="one-time-code"
          maxLength={40}
          {...field('code')}
        />
      )}
    </FormDialog>
  )
}

function preview(id: string, { amount = '' }: Values): Promise<RefundPreview> {
  return browserApi.get('/donations/:id/refund-preview', { id, amount })
}

type RefundSumsProps = { preview: RefundPreview; onChange: () => void }

function RefundSums({ preview, onChange }: RefundSumsProps) {
  const { preview: text, change } = refundStaffText
  const { amount, fromPayouts, owed, lostFees, isHeld, isPaidOut, needs } = preview
  const rows = [
    [text.donor, amount],
    [text.payouts, fromPayouts],
    ...(owed > 0 ? ([[text.owed, owed]] as const) : []),
    [text.fees, lostFees],
  ] as const
  return (
    <section aria-labelledby="refund-sums" aria-live="polite" className="space-y-3">
      <h3 id="refund-sums" className="font-bold">
        {text.title}
      </h3>
      <dl className="divide-y divide-line rounded-card border border-line px-4">
        {rows.map(([name, sum]) => (
          <div key={name} className="flex items-baseline justify-between gap-4 py-2">
            <dt>{name}</dt>
            <dd className="money shrink-0 font-bold">{formatNaira(sum)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">{text.feesHint}</p>
      <p className="text-sm text-muted">{isPaidOut ? text.carries.after : text.carries.before}</p>
      {isHeld && <p className="text-sm font-semibold">{text.held}</p>}
      {needs.includes('delay') && (
        <p className="text-sm font-semibold">
          {text.needs.delay({ duration: formatDuration(terms.delayedRefund) })}
        </p>
      )}
      {(['second-person', 'member'] as const).map(
        (need) =>
          needs.includes(need) && (
            <p key={need} className="text-sm font-semibold">
              {text.needs[need]}
            </p>
          ),
      )}
      <p className="text-sm text-muted">{text.arrival}</p>
      <Button variant="quiet" onClick={onChange}>
        {change}
      </Button>
    </section>
  )
}
