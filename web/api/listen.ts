/** Calls the listeners of events of the window, or of its visibility. Returns a function that removes them. */
export function listen(listeners: Record<string, (event: Event) => unknown>): () => void {
  const controller = new AbortController()
  for (const [event, listener] of Object.entries(listeners))
    (event === 'visibilitychange' ? document : window).addEventListener(
      event,
      (event) => void listener(event),
      controller,
    )
  return () => controller.abort()
}
