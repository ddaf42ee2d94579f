import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'

import { operatorReasonSchema } from '#shared/operator.ts'

import { operatorText } from '../../text/operator.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'

type Reason = z.input<typeof operatorReasonSchema>
type Props = {
  title: string
  onDecide: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks why, which is kept with what is done. */
export function ReasonDialog({ title, onDecide, onClose }: Props) {
  const text = operatorText
  const { register, handleSubmit, formState } = useForm<Reason>({
    resolver: zodResolver(operatorReasonSchema, undefined, { raw: true }),
    defaultValues: { reason: '' },
  })
  const { errors, isSubmitting } = formState
  return (
    <Dialog open title={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={handleSubmit(({ reason }) => onDecide(reason))}
        className="grid gap-5"
      >
        <TextAreaField
          label={text.reason}
          hint={text.reasonHint}
          rows={3}
          maxLength={500}
          error={errors.reason?.message}
          {...register('reason')}
        />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="quiet" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" busy={isSubmitting}>
            {title}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
