import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'

import { decisionSchema, rejectionGrounds, type DecisionForm } from '#shared/review.ts'

import { reviewText } from '../../text/review.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'

const options = rejectionGrounds.map((ground) => ({
  value: ground,
  label: reviewText.grounds[ground],
}))

type Props = {
  open: boolean
  /** The title of what it is about. */
  campaign: string
  onReject: (decision: DecisionForm) => Promise<void>
  onClose: () => void
}

/** A ground from the list, and own words, both of which the owner reads (readings P3). */
export function RejectDialog({ open, campaign, onReject, onClose }: Props) {
  const text = reviewText
  const { register, handleSubmit, formState } = useForm<DecisionForm>({
    resolver: zodResolver(decisionSchema, undefined, { raw: true }),
    defaultValues: { ground: 'other', reason: '' },
  })
  const { errors, isSubmitting } = formState
  return (
    <Dialog open={open} title={text.rejectTitle} onClose={onClose}>
      <p className="text-muted wrap-anywhere">{text.quoted(campaign)}</p>
      <form noValidate onSubmit={handleSubmit(onReject)} className="grid gap-5">
        <SelectField
          label={text.ground}
          options={options}
          error={errors.ground?.message}
          {...register('ground')}
        />
        <TextAreaField
          label={text.ownWords}
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
            {text.reject}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
