import { useState, type ComponentProps, type ReactNode } from 'react'

import { Button } from '../button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

type ConfirmButtonProps = Pick<
  ComponentProps<typeof Button>,
  'variant' | 'className' | 'children'
> & {
  title: string
  question: ReactNode
  confirmLabel: string
  cancelLabel: string
  onConfirm: () => Promise<unknown>
}

/** A button that asks for confirmation. The dialog closes when the action has finished or failed. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { title, question, confirmLabel, cancelLabel, onConfirm, ...button } = props
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={isAsking}
        title={title}
        text={question}
        confirmLabel={confirmLabel}
        cancelLabel={cancelLabel}
        variant="danger"
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
