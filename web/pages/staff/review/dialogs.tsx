import { isInstitution } from '#shared/payee.ts'
import { findWarnings } from '#shared/review-warnings.ts'
import { rejectionGrounds, type ReviewItem, type DecisionForm } from '#shared/review.ts'

import { FormDialog } from '../../../forms/form-dialog.tsx'
import { useApiForm } from '../../../forms/api-form.tsx'
import { reviewText as text } from '../../../text/review.ts'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { StaffReasonDialog } from '../parts/staff-reason-dialog.tsx'
import { SelectField, TextAreaField } from '../../../ui/fields.tsx'

type ApproveProps = {
  open: boolean
  item: ReviewItem
  busy: boolean
  /** With the reason that warnings need. */
  onApprove: (reason?: string) => Promise<void>
  onClose: () => void
}

/** Asks before an approval, and for a reason where the checks warn. */
export function ApproveDialog({ open, item, busy, onApprove, onClose }: ApproveProps) {
  const { title } = item.campaign
  const isFirstOfTwo = item.needsSecondApproval && item.endorsedBy === null
  const effect = isFirstOfTwo ? text.endorseText({ title }) : text.approveText({ title })
  const hasWarnings = findWarnings(item.checks).length > 0
  const needsDocument = isInstitution(item.payee?.kind) || item.checks.impersonation.length > 0
  const isDocumentMissing = needsDocument && item.documents.length === 0
  const shown = {
    open,
    title: text.approveTitle,
    text: isDocumentMissing ? text.documentNeeded : effect,
    confirmLabel: text.approve,
  }
  if (!hasWarnings)
    return (
      <ConfirmDialog {...shown} busy={busy} onConfirm={() => void onApprove()} onCancel={onClose} />
    )
  return (
    <StaffReasonDialog
      {...shown}
      schema="approvalReasonSchema"
      label={text.approvalReason}
      hint={text.approvalReasonHint}
      variant="primary"
      onSend={onApprove}
      onClose={onClose}
    />
  )
}

const options = rejectionGrounds.map((ground) => ({
  value: ground,
  label: text.reasonKinds[ground],
}))

type RejectProps = {
  open: boolean
  campaign: string
  onReject: (decision: DecisionForm) => Promise<unknown>
  onClose: () => void
}

/** Asks for a ground from the list and an explanation. The owner reads both (readings P3). */
export function RejectDialog({ open, campaign, onReject, onClose }: RejectProps) {
  const { field, ...form } = useApiForm({
    schema: 'decisionSchema',
    defaultValues: { reason: '' },
    onSubmit: onReject,
  })
  return (
    <FormDialog
      open={open}
      title={text.rejectTitle}
      text={campaign}
      form={form}
      submit={text.reject}
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
