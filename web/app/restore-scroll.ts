import type { createBrowserRouter } from 'react-router'

const timeoutMs = 10_000
const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Restores the scroll position after going back. The router scrolls when the screen is rendered, but a list may make the page long
 * enough only when it has loaded. So the position is restored each time the page becomes tall enough (the first time may still be the
 * screen that is being left), until the user acts.
 */
export function restoreScroll(router: ReturnType<typeof createBrowserRouter>): void {
  let currentKey = ''
  let isStarted = false
  let stop = () => {}
  router.subscribe(({ location, restoreScrollPosition: position, historyAction }) => {
    if (location.key !== currentKey) {
      stop()
      currentKey = location.key
      isStarted = false
    }
    if (isStarted || historyAction !== 'POP' || typeof position !== 'number') return
    isStarted = true
    stop = keepPosition(position)
  })
}

function keepPosition(position: number): () => void {
  const observer = new ResizeObserver(() => {
    const maxPosition = document.documentElement.scrollHeight - window.innerHeight
    if (maxPosition < position) return
    window.scrollTo({ top: position, behavior: 'instant' })
  })
  const timer = setTimeout(() => stop(), timeoutMs)
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
    for (const event of userEvents) removeEventListener(event, stop)
  }
  for (const event of userEvents) addEventListener(event, stop, { passive: true })
  observer.observe(document.body)
  return stop
}
