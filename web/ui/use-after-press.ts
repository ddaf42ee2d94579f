import { useEffect, useRef } from 'react'

/** Runs an action once no mouse button or finger presses the page. */
export function useAfterPress() {
  const isPressed = useRef(false)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    const press = () => {
      isPressed.current = true
    }
    const release = () => {
      isPressed.current = false
      // The click follows its pointerup in the same task queue.
      setTimeout(() => {
        for (const run of waiting.current.splice(0)) run()
      })
    }
    const events = [
      ['pointerdown', press],
      ['pointerup', release],
      ['pointercancel', release],
    ] as const
    for (const [event, listener] of events) addEventListener(event, listener, true)
    return () => {
      for (const [event, listener] of events) removeEventListener(event, listener, true)
    }
  }, [])
  return (run: () => void) => {
    if (isPressed.current) waiting.current.push(run)
    else run()
  }
}
