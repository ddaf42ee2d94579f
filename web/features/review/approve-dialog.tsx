import { isInstitution } from '#shared/payee.ts'
import type { ReviewItem } from '#shared/review.ts'

import { findWarnings } from '#shared/review-warnings.ts'

import { lazySchema } from '../../forms/lazy-schema.ts'
import { ReasonDialog } from '../../forms/reason-dialog.tsx'
import { reviewText } from '../../text/review.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'

type Props = {
  open: boolean
  item: ReviewItem
  busy: boolean
  /** With the reason that warnings need. */
  onApprove: (reason?: string) => Promise<void>
  onClose: () => void
}

/** Asks before an approval, and for a reason where the checks warn. */
export function ApproveDialog({ open, item, busy, onApprove, onClose }: Props) {
  const text = reviewText
  const { title } = item.campaign
  const isFirstOfTwo = item.needsSecondApproval && item.endorsedBy === null
  const effect = isFirstOfTwo ? text.endorseText(title) : text.approveText(title)
  const hasWarnings = findWarnings(item.checks).length > 0
  const needsDocument = isInstitution(item.payee?.kind) || item.checks.impersonation.length > 0
  const isDocumentMissing = needsDocument && item.documents.length === 0
  const shown = {
    open,
    title: text.approveTitle,
    text: isDocumentMissing ? text.documentNeeded : effect,
    confirmLabel: text.approve,
    cancelLabel: text.cancel,
  }
  if (!hasWarnings)
    return (
      <ConfirmDialog {...shown} busy={busy} onConfirm={() => void onApprove()} onCancel={onClose} />
    )
  return (
    <ReasonDialog
      {...shown}
      label={text.approvalReason}
      hint={text.approvalReasonHint}
      variant="primary"
      loadSchema={lazySchema('approvalReasonSchema')}
      maxLength={2_000}
      onSend={onApprove}
      onClose={onClose}
    />
  )
}
