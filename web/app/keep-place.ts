import type { createBrowserRouter } from 'react-router'

const givenUpAfterMs = 10_000
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * The router scrolls back as soon as the screen stands; a list that is still on its way makes the page long enough only later. So the
 * place is taken up again as the page grows, unless the reader moves first.
 */
export function keepPlace(router: ReturnType<typeof createBrowserRouter>): void {
  let shown = ''
  let isTaken = false
  let stop = () => {}
  router.subscribe(({ location, restoreScrollPosition: place, historyAction }) => {
    if (location.key !== shown) {
      stop()
      shown = location.key
      isTaken = false
    }
    if (isTaken || historyAction !== 'POP' || typeof place !== 'number') return
    isTaken = true
    stop = followPlace(place)
  })
}

function followPlace(place: number): () => void {
  const grown = new ResizeObserver(() => {
    const lowest = document.documentElement.scrollHeight - window.innerHeight
    if (lowest < place) return
    window.scrollTo({ top: place, behavior: 'instant' })
    stop()
  })
  const timer = setTimeout(() => stop(), givenUpAfterMs)
  const stop = () => {
    clearTimeout(timer)
    grown.disconnect()
    for (const move of ownMoves) removeEventListener(move, stop)
  }
  for (const move of ownMoves) addEventListener(move, stop, { passive: true })
  grown.observe(document.body)
  return stop
}
