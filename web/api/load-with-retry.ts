import { clientError } from './api-error.ts'
import { reportSlowness, retryOutages } from './connection.ts'

/** Retries a dynamic import whose chunk could not be loaded. Reports a slow connection, and in the end a lost one. */
export function loadWithRetry<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () =>
    reportSlowness(retryOutages(load, isLoadError)).catch((error: unknown) => {
      throw isLoadError(error) ? clientError(0, 'offline') : error
    })
}

/** Recognises the messages of browsers, and of Vite for style sheets. */
function isLoadError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload/i.test(error.message)
  )
}
