import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { uiText as text } from '#web/text/ui.ts'

type ToastKind = 'success' | 'error' | 'info'
type Toast = { id: number; kind: ToastKind; message: string }

/** Specification §9. */
const durationMs = 4_000
const visibleAtOnce = 3

const empty: readonly Toast[] = []
const listeners = new Set<() => void>()
let toasts = empty
let lastId = 0

/**
 * Shows a message for a moment, at most three at a time. The newest takes the place of the oldest. A success removes the errors of earlier
 * tries, which would stand above it.
 */
export function toast(message: string, kind: ToastKind = 'success'): void {
  // The server has one queue for all visitors.
  if (typeof document === 'undefined') return
  if (toasts.some((shown) => shown.message === message && shown.kind === kind)) return
  lastId += 1
  const current = kind === 'success' ? toasts.filter((shown) => shown.kind !== 'error') : toasts
  change([...current, { id: lastId, kind, message }].slice(-visibleAtOnce))
}

function dismiss(id: number): void {
  change(toasts.filter((shown) => shown.id !== id))
}

export function dismissAll(): void {
  change(empty)
}

const readToasts = () => toasts
const readServerToasts = () => empty

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows toasts at the top right, three at a time, each for four seconds. They do not take the focus. */
export function Toaster() {
  const region = useRef<HTMLElement>(null)
  const toasts = useSyncExternalStore(subscribe, readToasts, readServerToasts)
  const [isPaused, setPaused] = useState(false)
  const newest = toasts.at(-1)?.id

  // Showing the popover again moves it above a dialog that was opened in the meantime.
  useEffect(() => {
    const element = region.current
    if (newest === undefined || !element?.showPopover) return
    if (element.matches(':popover-open')) element.hidePopover()
    element.showPopover()
  }, [newest])

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hovering only pauses the timers
    <section
      ref={region}
      popover="manual"
      aria-label={text.notifications}
      aria-live="polite"
      aria-relevant="additions text"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="pointer-events-none fixed inset-auto top-4 right-4 m-0 flex w-[min(356px,calc(100vw-2rem))] flex-col gap-[14px] overflow-visible border-0 bg-transparent p-0 text-ink"
    >
      {toasts.map((one) => (
        <ToastCard key={one.id} toast={one} isPaused={isPaused} />
      ))}
    </section>
  )
}

function ToastCard({
  toast: { id, kind, message },
  isPaused,
}: {
  toast: Toast
  isPaused: boolean
}) {
  const { Icon, color } = kinds[kind]

  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismiss(id), durationMs)
    return () => clearTimeout(timer)
  }, [id, isPaused])

  return (
    <div className="card pointer-events-auto flex appear items-start gap-3 py-1.5 pr-1.5 pl-4 shadow-raised">
      <Icon size={20} aria-hidden="true" className={`mt-2.5 shrink-0 ${color}`} />
      <p className="my-2 grow text-sm font-medium wrap-anywhere">{message}</p>
      <button
        type="button"
        aria-label={text.dismiss}
        onClick={() => dismiss(id)}
        className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-mint hover:text-on-mint"
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  )
}

const kinds = {
  success: { Icon: CircleCheck, color: 'text-success' },
  error: { Icon: CircleAlert, color: 'text-danger' },
  info: { Icon: Info, color: 'text-info' },
}

export function copyText(
  text: string,
  messages: { copied: string; failed: string },
): Promise<void> {
  return navigator.clipboard.writeText(text).then(
    () => toast(messages.copied, 'success'),
    () => toast(messages.failed, 'error'),
  )
}
