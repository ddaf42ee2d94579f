export type ToastKind = 'success' | 'error' | 'info'
export type Toast = { id: number; kind: ToastKind; message: string }

const empty: readonly Toast[] = []
const listeners = new Set<() => void>()
let toasts = empty
let lastId = 0

/**
 * Shows a message for a moment. Messages that do not fit on the screen are shown later. A success removes the errors of earlier tries, which
 * would stand above it.
 */
export function toast(message: string, kind: ToastKind = 'success'): void {
  // The server has one queue for all visitors.
  if (typeof document === 'undefined') return
  if (toasts.some((shown) => shown.message === message && shown.kind === kind)) return
  lastId += 1
  const current = kind === 'success' ? toasts.filter((shown) => shown.kind !== 'error') : toasts
  change([...current, { id: lastId, kind, message }])
}

export function dismiss(id: number): void {
  change(toasts.filter((shown) => shown.id !== id))
}

export function dismissAll(): void {
  change(empty)
}

export const readToasts = () => toasts
export const readServerToasts = () => empty

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}
