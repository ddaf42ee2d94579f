import { X } from 'lucide-react'
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'

import { uiText } from '#web/text/ui.ts'

import { classNames } from '../class-names.ts'

type DialogProps = {
  open: boolean
  title: ReactNode
  onClose: () => void
  children: ReactNode
  role?: 'dialog' | 'alertdialog'
  className?: string | undefined
}

/** The platform's modal: it traps the focus, closes on Escape, begins at its heading, and gives the focus back to where it was. */
export function Dialog({ open, title, onClose, children, role, className }: DialogProps) {
  const text = uiText
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const shown = dialog.current
    if (!open || !shown) return
    const before = document.activeElement
    shown.showModal()
    if (!shown.querySelector('[autofocus]')) heading.current?.focus()
    return () => {
      shown.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [open])

  const pressOutside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose()
  }

  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the key
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={id}
      onClick={pressOutside}
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
