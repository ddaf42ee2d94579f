import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { uiText } from '#web/text/ui.ts'

import { dismiss, readServerToasts, readToasts, subscribe, type Toast } from './toast-queue.ts'

export { toast } from './toast-queue.ts'

/** Specification §9. */
const durationMs = 4_000
const visibleAtOnce = 3

/** Shows what `toast` was told: top right, three at a time, each for four seconds, without taking the focus. */
export function Toaster() {
  const text = uiText
  const region = useRef<HTMLElement>(null)
  const toasts = useSyncExternalStore(subscribe, readToasts, readServerToasts)
  const [resting, setResting] = useState(false)
  const visible = toasts.slice(0, visibleAtOnce)
  const newest = visible.at(-1)?.id

  // A popover lies in the top layer; shown again, it lies above a dialog that was opened since.
  useEffect(() => {
    const shown = region.current
    if (newest === undefined || !shown?.showPopover) return
    if (shown.matches(':popover-open')) shown.hidePopover()
    shown.showPopover()
  }, [newest])

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- resting the pointer here only stops the clock
    <section
      ref={region}
      popover="manual"
      aria-label={text.notifications}
      aria-live="polite"
      aria-relevant="additions text"
      onPointerEnter={() => setResting(true)}
      onPointerLeave={() => setResting(false)}
      onFocus={() => setResting(true)}
      onBlur={() => setResting(false)}
      className="pointer-events-none fixed inset-auto top-4 right-4 m-0 flex w-[min(356px,calc(100vw-2rem))] flex-col gap-[14px] overflow-visible border-0 bg-transparent p-0 text-ink"
    >
      {visible.map((one) => (
        <ToastCard key={one.id} toast={one} resting={resting} />
      ))}
    </section>
  )
}

function ToastCard({ toast: { id, kind, message }, resting }: { toast: Toast; resting: boolean }) {
  const text = uiText
  const { Icon, look } = kinds[kind]

  useEffect(() => {
    if (resting) return
    const timer = setTimeout(() => dismiss(id), durationMs)
    return () => clearTimeout(timer)
  }, [id, resting])

  return (
    <div className="card pointer-events-auto flex appear items-start gap-3 py-2 pr-2 pl-4 shadow-raised">
      <Icon size={20} aria-hidden="true" className={`mt-2.5 shrink-0 ${look}`} />
      <p className="grow py-2 text-sm font-medium wrap-anywhere">{message}</p>
      <button
        type="button"
        aria-label={text.dismiss}
        onClick={() => dismiss(id)}
        className="grid size-10 shrink-0 place-items-center rounded-full text-muted hover:bg-mint hover:text-on-mint"
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  )
}

const kinds = {
  success: { Icon: CircleCheck, look: 'text-success' },
  error: { Icon: CircleAlert, look: 'text-danger' },
  info: { Icon: Info, look: 'text-info' },
}
