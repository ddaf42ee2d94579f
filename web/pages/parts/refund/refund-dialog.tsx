import { useState } from 'react'
import type * as z from 'zod/mini'

import { formatNaira, type Kobo } from '#shared/money.ts'
import type { refundSchema, RefundPreview } from '#shared/refund.ts'

import { ApiError, browserApi } from '../../../api/client.ts'
import { needsNewKey, newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { lazySchema } from '../../../forms/lazy-schema.ts'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { refundStaffText } from '../../../text/refund-staff.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { toast } from '../../../ui/toasts/toast.tsx'
import { RefundSums } from './refund-sums.tsx'

type Values = z.input<typeof refundSchema>
type Props = {
  donation: { id: string; refundable: Kobo }
  onDone: () => void
  onClose: () => void
}

/** Refunds a donation in whole or in part. The organiser or admin reads who pays what before it is requested. */
export function RefundDialog({ donation, onDone, onClose }: Props) {
  const text = refundStaffText
  const [checked, setChecked] = useState<RefundPreview>()
  const send = useSend(donation.id)
  const { field, ...form } = useApiForm<Values>({
    loadSchema: lazySchema('refundSchema'),
    defaultValues: { amount: formatNaira(donation.refundable).slice(1), reason: '' },
    onSubmit: async (values) => {
      if (!checked) return setChecked(await preview(donation.id, values))
      const { state } = await send(values)
      toast(text.done[state])
      onDone()
    },
  })
  return (
    <FormDialog
      open
      title={text.title}
      text={text.hint(formatNaira(donation.refundable))}
      form={form}
      submit={checked ? text.send(formatNaira(checked.amount)) : text.check}
      cancel={text.cancel}
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
    </FormDialog>
  )
}

function preview(id: string, { amount = '' }: Values): Promise<RefundPreview> {
  const query = new URLSearchParams({ amount })
  return browserApi.get(
    `/donations/${encodeURIComponent(id)}/refund-preview?${query}`,
    lazySchema('refundPreviewSchema'),
  )
}

function useSend(id: string) {
  const [key, setKey] = useState(newIdempotencyKey)
  return async (values: Values) => {
    const path = `/donations/${encodeURIComponent(id)}/refund`
    try {
      return await browserApi.post(path, values, lazySchema('refundResponseSchema'), {
        'idempotency-key': key,
      })
    } catch (error) {
      if (error instanceof ApiError && needsNewKey(error)) setKey(newIdempotencyKey())
      throw error
    }
  }
}
