import { ownError } from '../api/api-error.ts'
import { awaited, persistent } from '../api/connection.ts'

/** Loads code for as long as it takes: a chunk that was lost on the way is asked for again, and whoever waits is told. */
export function loadPatiently<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () =>
    awaited(persistent(load, isLost)).catch((error: unknown) => {
      throw isLost(error) ? ownError(0, 'offline') : error
    })
}

/** What browsers, and Vite for styles, say of code that did not arrive. */
function isLost(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload/i.test(error.message)
  )
}
