import type { ComponentProps } from 'react'

import { lazySchema } from '../../forms/lazy-schema.ts'
import { ReasonDialog as Dialog } from '../../forms/reason-dialog.tsx'
import { reviewText } from '../../text/review.ts'

type Props = Omit<
  ComponentProps<typeof Dialog>,
  'text' | 'cancelLabel' | 'loadSchema' | 'maxLength'
> & {
  /** The title of the campaign. */
  campaign: string
}

/** Asks a reviewer for a text that the owner reads (readings P3). */
export function ReasonDialog({ variant = 'danger', campaign, ...dialog }: Props) {
  return (
    <Dialog
      {...dialog}
      text={campaign}
      variant={variant}
      cancelLabel={reviewText.cancel}
      loadSchema={lazySchema('reasonSchema')}
      maxLength={2_000}
    />
  )
}
