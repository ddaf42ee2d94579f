import { startTransition, useEffect, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Hydrates a page that the server rendered. web/start.ts waits for the two events. */
export function hydrate(container: Element, page: ReactNode): void {
  // From here on React responds to a press, also before it has hydrated the page.
  dispatchEvent(new Event('hydrating'))
  startTransition(() => {
    hydrateRoot(container, <Hydrated>{page}</Hydrated>)
  })
}

function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    dispatchEvent(new Event('hydrated'))
  }, [])
  return children
}
