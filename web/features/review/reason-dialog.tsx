import { rejectionSchema } from '#shared/review.ts'

import { reviewText } from '../../text/review.ts'
import { ReasonDialog as Dialog } from '../../ui/reason-dialog.tsx'

type Props = {
  open: boolean
  title: string
  /** The title of what it is about. */
  campaign: string
  label: string
  hint: string
  confirmLabel: string
  variant?: 'primary' | 'danger'
  onSend: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks a reviewer for words that the owner will read (readings P3). */
export function ReasonDialog({ variant = 'danger', campaign, ...asked }: Props) {
  return (
    <Dialog
      {...asked}
      text={reviewText.quoted(campaign)}
      variant={variant}
      cancelLabel={reviewText.cancel}
      schema={rejectionSchema}
      maxLength={2_000}
    />
  )
}
