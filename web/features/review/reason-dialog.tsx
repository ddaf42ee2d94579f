import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'

import { rejectionSchema } from '#shared/review.ts'

import { reviewText } from '../../text/review.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'

type Props = {
  open: boolean
  title: string
  label: string
  hint: string
  confirmLabel: string
  variant?: 'primary' | 'danger'
  onSend: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks a reviewer for words that the owner will read (readings P3). */
export function ReasonDialog(props: Props) {
  const { open, title, label, hint, confirmLabel, variant = 'danger', onSend, onClose } = props
  const { register, handleSubmit, formState } = useForm<z.input<typeof rejectionSchema>>({
    resolver: zodResolver(rejectionSchema, undefined, { raw: true }),
    defaultValues: { reason: '' },
  })
  const { errors, isSubmitting } = formState
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={handleSubmit(({ reason }) => onSend(reason))}
        className="grid gap-5"
      >
        <TextAreaField
          label={label}
          hint={hint}
          rows={4}
          maxLength={2_000}
          error={errors.reason?.message}
          {...register('reason')}
        />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="quiet" onClick={onClose}>
            {reviewText.cancel}
          </Button>
          <Button type="submit" variant={variant} busy={isSubmitting}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
