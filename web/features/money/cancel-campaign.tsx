import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'

import { rejectionSchema } from '#shared/review.ts'

import { ApiError, browserApi, noContent } from '../../api/client.ts'
import { moneyText } from '../../text/money.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { toast } from '../../ui/toast.tsx'

type Reason = z.input<typeof rejectionSchema>
type Props = { campaignId: string; onCancelled: () => void }

/** Ends a campaign for good and sends every gift back: for admins, with a reason that owner and donors read. */
export function CancelCampaign({ campaignId, onCancelled }: Props) {
  const { cancel: text } = moneyText
  const [asking, setAsking] = useState(false)
  const { register, handleSubmit, formState } = useForm<Reason>({
    resolver: zodResolver(rejectionSchema, undefined, { raw: true }),
    defaultValues: { reason: '' },
  })
  const { errors, isSubmitting } = formState
  const cancel = async (reason: Reason) => {
    try {
      await browserApi.post(
        `/campaigns/${encodeURIComponent(campaignId)}/cancel`,
        reason,
        noContent,
      )
      toast(text.done)
      setAsking(false)
      onCancelled()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message, 'error')
    }
  }
  return (
    <>
      <Button variant="quiet" className="text-danger" onClick={() => setAsking(true)}>
        {text.open}
      </Button>
      <Dialog open={asking} title={text.open} onClose={() => setAsking(false)}>
        <p className="text-muted">{text.hint}</p>
        <form noValidate onSubmit={handleSubmit(cancel)} className="grid gap-5">
          <TextAreaField
            label={text.reason}
            rows={4}
            maxLength={500}
            error={errors.reason?.message}
            {...register('reason')}
          />
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {text.keep}
            </Button>
            <Button type="submit" variant="danger" busy={isSubmitting}>
              {text.confirm}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
