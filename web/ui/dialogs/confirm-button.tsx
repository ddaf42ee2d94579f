import { useState, type ComponentProps, type ReactNode } from 'react'

import { Button } from '../button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

type ConfirmedButtonProps = Pick<
  ComponentProps<typeof Button>,
  'variant' | 'className' | 'children'
> & {
  title: string
  question: ReactNode
  confirmLabel: string
  cancelLabel: string
  onConfirm: () => Promise<unknown>
}

/** A button for what cannot be taken back: it asks first. The question goes once that is done, or was refused. */
export function ConfirmButton(props: ConfirmedButtonProps) {
  const { title, question, confirmLabel, cancelLabel, onConfirm, ...button } = props
  const [asking, setAsking] = useState(false)
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
        open={asking}
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
