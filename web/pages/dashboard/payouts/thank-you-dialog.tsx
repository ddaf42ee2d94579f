import { useState } from 'react'
import type * as z from 'zod/mini'

import type { thankYouFormSchema } from '#shared/payouts.ts'

import { ApiError, browserApi } from '../../../api/client.ts'
import { needsNewKey, newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { lazySchema } from '../../../forms/lazy.tsx'
import { useApiForm } from '../../../forms/api-form.tsx'
import { payoutsText } from '../../../text/payouts.ts'
import { MoneyField } from '../../../ui/money-field.tsx'
import { TextAreaField } from '../../../ui/fields.tsx'
import { toast } from '../../../ui/toast.tsx'

type Values = z.input<typeof thankYouFormSchema>
type Props = {
  campaignId: string
  /** The donation to thank for. Null: all donations of at least an amount, which the form asks for. */
  donation: { id: string } | null
  onSent: () => void
  onClose: () => void
}

/** An owner's thank-you message, which Ajo sends to the donors. */
export function ThankYouDialog({ campaignId, donation, onSent, onClose }: Props) {
  const { thankYou: text } = payoutsText
  const send = useSend(campaignId, donation)
  const { field, ...form } = useApiForm<Values>({
    loadSchema: lazySchema('thankYouFormSchema'),
    defaultValues: { message: '', ...(donation === null && { minimum: '1,000' }) },
    onSubmit: async (values) => {
      const { recipients } = await send(values)
      toast(text.sent(recipients))
      onSent()
    },
  })
  return (
    <FormDialog
      open
      title={donation ? text.titleOne : text.titleMany}
      text={text.hint}
      form={form}
      submit={text.send}
      cancel={text.cancel}
      onClose={onClose}
    >
      {donation === null && <MoneyField label={text.minimum} {...field('minimum')} />}
      <TextAreaField label={text.message} rows={6} maxLength={2_000} {...field('message')} />
    </FormDialog>
  )
}

function useSend(campaignId: string, donation: Props['donation']) {
  const [key, setKey] = useState(newIdempotencyKey)
  return async ({ message, minimum }: Values) => {
    const body = donation ? { message, donation: donation.id } : { message, minimum }
    try {
      return await browserApi.post(
        '/campaigns/:id/thank-you-messages',
        body,
        { id: campaignId },
        {
          'idempotency-key': key,
        },
      )
    } catch (error) {
      if (error instanceof ApiError && needsNewKey(error)) setKey(newIdempotencyKey())
      throw error
    }
  }
}
