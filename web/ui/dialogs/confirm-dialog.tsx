import type { ReactNode } from 'react'

import { Button, type ButtonVariant } from '../button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  title: string
  text: ReactNode
  confirmLabel: string
  cancelLabel: string
  variant?: ButtonVariant | undefined
  busy?: boolean | undefined
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for confirmation. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, confirmLabel, cancelLabel, variant, busy, onConfirm, onCancel } = props

  return (
    <Dialog open={open} title={title} role="alertdialog" onClose={busy ? () => {} : onCancel}>
      <div className="text-muted">{text}</div>
      <div className="flex flex-col-reverse gap-3 pt-2 sm:flex-row sm:justify-end">
        <Button variant="quiet" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button variant={variant} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
