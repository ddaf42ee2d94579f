import { rejectionGrounds, type DecisionForm } from '#shared/review.ts'

import { FormDialog } from '../../forms/form-dialog.tsx'
import { lazySchema } from '../../forms/lazy-schema.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { reviewText } from '../../text/review.ts'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../ui/fields/text-area-field.tsx'

const options = rejectionGrounds.map((ground) => ({
  value: ground,
  label: reviewText.reasonKinds[ground],
}))

type Props = {
  open: boolean
  /** The title of the campaign. */
  campaign: string
  onReject: (decision: DecisionForm) => Promise<unknown>
  onClose: () => void
}

/** Asks for a ground from the list and an explanation. The owner reads both (readings P3). */
export function RejectDialog({ open, campaign, onReject, onClose }: Props) {
  const text = reviewText
  const { field, ...form } = useApiForm<DecisionForm>({
    loadSchema: lazySchema('decisionSchema'),
    defaultValues: { ground: 'other', reason: '' },
    onSubmit: onReject,
  })
  return (
    <FormDialog
      open={open}
      title={text.rejectTitle}
      text={campaign}
      form={form}
      submit={text.reject}
      cancel={text.cancel}
      variant="danger"
      onClose={onClose}
    >
      <SelectField label={text.reasonKind} options={options} {...field('ground')} />
      <TextAreaField
        label={text.ownWords}
        hint={text.reasonHint}
        rows={4}
        maxLength={2_000}
        {...field('reason')}
      />
    </FormDialog>
  )
}
