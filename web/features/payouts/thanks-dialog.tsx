import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'

import { thanksAnswerSchema, thanksFormSchema } from '#shared/campaign-money.ts'

import { ApiError, browserApi } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { moneyText } from '../../text/payouts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { toast } from '../../ui/toast.tsx'

type Values = z.input<typeof thanksFormSchema>
type Props = {
  campaignId: string
  /** The gift that is thanked for; null: all above an amount that is asked for. */
  gift: { id: string } | null
  onSent: () => void
  onClose: () => void
}

/** What an owner writes to those who gave; Ajo carries it. */
export function ThanksDialog({ campaignId, gift, onSent, onClose }: Props) {
  const { thanks: text } = moneyText
  const send = useSend(campaignId, gift, onSent)
  const { register, handleSubmit, formState } = useForm<Values>({
    resolver: zodResolver(thanksFormSchema, undefined, { raw: true }),
    defaultValues: { message: '', ...(gift === null && { least: '1,000' }) },
  })
  const { errors, isSubmitting } = formState
  return (
    <Dialog open title={gift ? text.titleOne : text.titleMany} onClose={onClose}>
      <p className="text-muted">{text.hint}</p>
      <form noValidate onSubmit={handleSubmit(send)} className="grid gap-5">
        {gift === null && (
          <MoneyField label={text.least} error={errors.least?.message} {...register('least')} />
        )}
        <TextAreaField
          label={text.message}
          rows={6}
          maxLength={2_000}
          error={errors.message?.message}
          {...register('message')}
        />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="quiet" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" busy={isSubmitting}>
            {text.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function useSend(campaignId: string, gift: Props['gift'], onSent: () => void) {
  const [key, setKey] = useState(newIdempotencyKey)
  return async ({ message, least }: Values) => {
    const body = gift ? { message, gift: gift.id } : { message, least }
    const path = `/campaigns/${encodeURIComponent(campaignId)}/thanks`
    try {
      const { recipients } = await browserApi.post(path, body, thanksAnswerSchema, {
        'idempotency-key': key,
      })
      toast(moneyText.thanks.sent(recipients))
      onSent()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // After silence the same key must be used again; a clear no needs a new one.
      if (error.status >= 400 && error.status < 500) setKey(newIdempotencyKey())
      toast(error.message, 'error')
    }
  }
}
