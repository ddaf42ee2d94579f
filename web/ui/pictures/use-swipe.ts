import { useRef, type PointerEvent } from 'react'

/** Shorter movements are taps. */
const minDistance = 40

/** Handlers that call `onSwipe` with 1 after a swipe to the left and -1 after one to the right. The browser scrolls vertical movements and cancels the pointer. */
export function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<{ id: number; x: number; y: number }>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      const { isPrimary, pointerId: id, clientX: x, clientY: y } = event
      start.current = isPrimary ? { id, x, y } : null
    },
    onPointerUp: ({ pointerId, clientX, clientY }: PointerEvent) => {
      const from = start.current
      start.current = null
      if (from?.id !== pointerId) return
      const moved = clientX - from.x
      if (Math.abs(moved) < Math.max(minDistance, Math.abs(clientY - from.y))) return
      onSwipe(moved < 0 ? 1 : -1)
    },
    onPointerCancel: () => {
      start.current = null
    },
  }
}
