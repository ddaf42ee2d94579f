import { useEffect, useLayoutEffect, useRef } from 'react'

import { mainId } from '#web/layouts/frame.tsx'
import { PageContext, useContextValue, type ShownPage } from '#web/router/page-view.tsx'
import type { Router } from '#web/router/router.ts'

/** Positions by the key of their entry in the history. The browser itself remembers that of a document. */
const positions = new Map<string, number>()

/** A slow connection may bring a list so late. */
const timeoutMs = 60_000
const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Shows each page at the place its address names, where it was when it was left, or at its top. */
export function ScrollRestoration({ router }: { router: Router }) {
  const page = useContextValue(PageContext)
  const isFirst = useRef(true)

  useLayoutEffect(
    () => place(page, isFirst.current),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a page that loads its data again stays where it is
    [page.location.key],
  )
  useEffect(() => {
    // The link or the dialog that had the focus may be gone with its page.
    const isLost = !isFirst.current && document.activeElement === document.body
    if (isLost) document.getElementById(mainId)?.focus({ preventScroll: true })
    isFirst.current = false
  }, [page.location.key])
  useEffect(() => recordPositions(router), [router])
  return null
}

function place({ location, preventScrollReset, historyAction }: ShownPage, isDocument: boolean) {
  if (preventScrollReset) return undefined
  const { key, hash } = location
  const position = historyAction === 'POP' ? positions.get(key) : undefined
  if (position !== undefined) return holdPosition(position)
  const named = document.getElementById(decode(hash.slice(1)))
  if (named) named.scrollIntoView()
  else if (!isDocument) window.scrollTo(0, 0)
  return undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Remembers where a page was when the router leaves it, and gives that task back to the browser with the document. */
function recordPositions(router: Router): () => void {
  let { key } = router.state.location
  const unsubscribe = router.subscribe(({ location }) => {
    if (location.key === key) return
    positions.set(key, window.scrollY)
    key = location.key
  })
  const leave = () => {
    history.scrollRestoration = 'auto'
  }
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', leave)
  return () => {
    unsubscribe()
    removeEventListener('pagehide', leave)
  }
}

/**
 * A list may make the page long enough only when it has loaded. So the position is set each time the page becomes tall enough, until the
 * user acts.
 */
function holdPosition(position: number): () => void {
  window.scrollTo({ top: position, behavior: 'instant' })
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
