import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'

import { rejectionSchema } from '#shared/review.ts'

import { reviewText } from '../../text/review.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'

type Rejection = z.input<typeof rejectionSchema>
type Props = {
  open: boolean
  /** What it asks and what the button says, where it is about something other than rejecting. */
  title?: string
  confirmLabel?: string
  onReject: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks a reviewer for the reason, which the owner will read (readings P3). */
export function RejectDialog({ open, title, confirmLabel, onReject, onClose }: Props) {
  const text = reviewText
  const { register, handleSubmit, formState } = useForm<Rejection>({
    resolver: zodResolver(rejectionSchema, undefined, { raw: true }),
    defaultValues: { reason: '' },
  })
  const { errors, isSubmitting } = formState
  return (
    <Dialog open={open} title={title ?? text.rejectTitle} onClose={onClose}>
      <form
        noValidate
        onSubmit={handleSubmit(({ reason }) => onReject(reason))}
        className="grid gap-5"
      >
        <TextAreaField
          label={text.reason}
          hint={text.reasonHint}
          rows={4}
          maxLength={2_000}
          error={errors.reason?.message}
          {...register('reason')}
        />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="quiet" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" variant="danger" busy={isSubmitting}>
            {confirmLabel ?? text.reject}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
