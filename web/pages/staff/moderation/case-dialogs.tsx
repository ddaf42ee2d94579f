import type * as z from 'zod/mini'

import type { takedownFormSchema } from '#shared/moderation.ts'
import { takedownGrounds } from '#shared/takedown.ts'

import { FormDialog } from '../../../forms/form-dialog.tsx'
import { StaffReasonDialog } from '../parts/staff-reason-dialog.tsx'
import { useApiForm } from '../../../forms/api-form.tsx'
import { moderationText } from '../../../text/moderation.ts'
import { SelectField, TextAreaField } from '../../../ui/fields.tsx'

export type DialogAction = 'freeze' | 'takedown' | 'cancel'

type Props = {
  /** The title of the campaign. */
  campaign: string
  open: DialogAction | null
  onSend: (action: DialogAction, body: object) => Promise<void>
  onClose: () => void
}

/** Asks for the words that the organiser and, for a takedown, everyone reads. */
export function CaseDialogs({ campaign, open, onSend, onClose }: Props) {
  const text = moderationText
  const shared = {
    text: campaign,
    label: text.ownReason,
    cancelLabel: text.back,
    variant: 'danger',
    onClose,
  } as const
  return (
    <>
      <StaffReasonDialog
        {...shared}
        open={open === 'freeze'}
        title={text.freezeTitle}
        hint={text.ownReasonHint}
        confirmLabel={text.actions.freeze}
        onSend={(reason) => onSend('freeze', { reason })}
      />
      <StaffReasonDialog
        {...shared}
        open={open === 'cancel'}
        title={text.cancelTitle}
        hint={text.cancelHint}
        confirmLabel={text.actions.cancel}
        onSend={(reason) => onSend('cancel', { reason })}
      />
      <TakedownDialog
        open={open === 'takedown'}
        campaign={campaign}
        onSend={(form) => onSend('takedown', form)}
        onClose={onClose}
      />
    </>
  )
}

type Form = z.input<typeof takedownFormSchema>

type TakedownProps = {
  open: boolean
  /** The title of the campaign. */
  campaign: string
  onSend: (form: Form) => Promise<unknown>
  onClose: () => void
}

const options = takedownGrounds.map((ground) => ({
  value: ground,
  label: moderationText.grounds[ground],
}))

/** Asks for the ground, the explanation for everyone and the words for the organiser. */
export function TakedownDialog({ open, campaign, onSend, onClose }: TakedownProps) {
  const text = moderationText
  const { field, ...form } = useApiForm({
    schema: 'takedownFormSchema',
    defaultValues: { publicReason: '', reason: '' },
    onSubmit: onSend,
  })
  return (
    <FormDialog
      open={open}
      title={text.takedownTitle}
      text={campaign}
      form={form}
      submit={text.actions.takedown}
      cancel={text.back}
      variant="danger"
      onClose={onClose}
    >
      <SelectField label={text.ground} options={options} {...field('ground')} />
      <TextAreaField
        label={text.publicReason}
        hint={text.publicReasonHint}
        rows={3}
        maxLength={1_000}
        {...field('publicReason')}
      />
      <TextAreaField
        label={text.ownReason}
        hint={text.ownReasonHint}
        rows={4}
        maxLength={2_000}
        {...field('reason')}
      />
    </FormDialog>
  )
}
