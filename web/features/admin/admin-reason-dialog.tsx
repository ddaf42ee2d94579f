import { lazySchema } from '../../forms/lazy-schema.ts'
import { ReasonDialog } from '../../forms/reason-dialog.tsx'
import { adminText } from '../../text/admin.ts'

type Props = { action: string; onSend: (reason: string) => Promise<unknown>; onClose: () => void }

/** Asks for the reason of an action, which the audit log records. */
export function AdminReasonDialog({ action, onSend, onClose }: Props) {
  const { reason, reasonHint, cancel } = adminText
  return (
    <ReasonDialog
      open
      title={action}
      label={reason}
      hint={reasonHint}
      confirmLabel={action}
      cancelLabel={cancel}
      loadSchema={lazySchema('adminReasonSchema')}
      maxLength={500}
      onSend={onSend}
      onClose={onClose}
    />
  )
}
