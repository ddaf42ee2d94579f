import { lazySchema } from '../../forms/lazy-schema.ts'
import { ReasonDialog } from '../../forms/reason-dialog.tsx'
import { moderationText } from '../../text/moderation.ts'
import { TakedownDialog } from './takedown-dialog.tsx'

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
    loadSchema: lazySchema('reasonSchema'),
    maxLength: 2_000,
    onClose,
  } as const
  return (
    <>
      <ReasonDialog
        {...shared}
        open={open === 'freeze'}
        title={text.freezeTitle}
        hint={text.ownReasonHint}
        confirmLabel={text.actions.freeze}
        onSend={(reason) => onSend('freeze', { reason })}
      />
      <ReasonDialog
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
