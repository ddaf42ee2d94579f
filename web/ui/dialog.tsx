import { X } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

import { uiText } from '#web/text/ui.ts'

import { Button, type ButtonVariant } from './button.tsx'
import { classNames } from './class-names.ts'

type DialogProps = {
  open: boolean
  title: ReactNode
  onClose: () => void
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined
  children: ReactNode
  role?: 'dialog' | 'alertdialog'
  className?: string | undefined
}

/** A native modal dialog: traps the focus, closes on Escape, focuses its heading first, and returns the focus when it closes. */
export function Dialog(props: DialogProps) {
  const { open, title, onClose, onKeyDown, children, role, className } = props
  const text = uiText
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const previousFocus = document.activeElement
    element.showModal()
    if (!element.querySelector('[autofocus]')) heading.current?.focus()
    return () => {
      element.close()
      if (previousFocus instanceof HTMLElement) previousFocus.focus()
    }
  }, [open])

  const clickBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose()
  }

  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the keyboard equivalent
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={id}
      onClick={clickBackdrop}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className={classNames(dialogClass, className)}
    >
      {open && (
        <div className="space-y-4 p-6 sm:p-7">
          <div className="flex items-start justify-between gap-4">
            <h2 ref={heading} id={id} tabIndex={-1} className="text-xl font-bold outline-none">
              {title}
            </h2>
            <button
              type="button"
              aria-label={text.close}
              onClick={onClose}
              className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-mint hover:text-on-mint"
            >
              <X size={20} aria-hidden="true" />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}

const dialogClass =
  'm-auto w-[min(28rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)] rounded-[1.25rem] border border-line bg-card text-ink shadow-raised backdrop:bg-black/55 open:appear'

type ConfirmDialogProps = {
  open: boolean
  title: string
  text: ReactNode
  confirmLabel: ReactNode
  cancelLabel?: string | undefined
  variant?: ButtonVariant | undefined
  busy?: boolean | undefined
  onConfirm: () => void
  onCancel: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, confirmLabel, variant, busy, onConfirm, onCancel } = props
  const { cancelLabel = uiText.cancel } = props

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

type ConfirmButtonProps = Pick<
  ComponentProps<typeof Button>,
  'variant' | 'className' | 'children'
> & {
  title: string
  question: ReactNode
  /** Where it is not what the button says. */
  confirmLabel?: ReactNode
  cancelLabel?: string
  onConfirm: () => Promise<unknown>
}

/** A button that asks for confirmation. The dialog closes when the action has finished or failed. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { title, question, cancelLabel, onConfirm, ...button } = props
  const { confirmLabel = button.children, ...opening } = button
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
      <Button variant="quiet" {...opening} onClick={() => setAsking(true)} />
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
