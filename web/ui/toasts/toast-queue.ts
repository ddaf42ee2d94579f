export type ToastKind = 'success' | 'error' | 'info'
export type Toast = { id: number; kind: ToastKind; message: string }

const none: readonly Toast[] = []
const listeners = new Set<() => void>()
let toasts = none
let made = 0

/** Tells the person something in passing. What does not fit on the screen at once waits for its turn. */
export function toast(message: string, kind: ToastKind = 'success'): void {
  // The server renders for many people at once: nothing may be left behind there.
  if (typeof document === 'undefined') return
  if (toasts.some((shown) => shown.message === message && shown.kind === kind)) return
  made += 1
  change([...toasts, { id: made, kind, message }])
}

export function dismiss(id: number): void {
  change(toasts.filter((shown) => shown.id !== id))
}

export function dismissAll(): void {
  change(none)
}

export const readToasts = () => toasts
export const readServerToasts = () => none

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}
