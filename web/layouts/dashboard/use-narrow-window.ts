import { useSyncExternalStore } from 'react'

const query = '(width <= 768px)'

/** True at 768 px or less (specification §9). */
export function useNarrowWindow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
