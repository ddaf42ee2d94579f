import { decisionSchema, rejectionGrounds, type DecisionForm } from '#shared/review.ts'

import { ApiForm } from '../../forms/api-form.tsx'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { reviewText } from '../../text/review.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
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
  const { formProps, field, busy, wait } = useApiForm<DecisionForm>({
    schema: decisionSchema,
    defaultValues: { ground: 'other', reason: '' },
    onSubmit: onReject,
  })
  return (
    <Dialog open={open} title={text.rejectTitle} onClose={onClose}>
      <p className="text-muted wrap-anywhere">{campaign}</p>
      <ApiForm {...formProps}>
        <SelectField label={text.reasonKind} options={options} {...field('ground')} />
        <TextAreaField
          label={text.ownWords}
          hint={text.reasonHint}
          rows={4}
          maxLength={2_000}
          {...field('reason')}
        />
        <FormButtons
          submit={text.reject}
          cancel={text.cancel}
          variant="danger"
          busy={busy}
          wait={wait}
          onCancel={onClose}
        />
      </ApiForm>
    </Dialog>
  )
}
