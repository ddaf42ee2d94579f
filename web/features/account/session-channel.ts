/** What the windows of one browser tell each other: who is signed in now, or null after logging out. */
const name = 'session'

let listening: BroadcastChannel | undefined

export function announceSession(uid: string | null): void {
  const channel = listening ?? openChannel()
  channel?.postMessage(uid)
  if (channel !== listening) channel?.close()
}

/** A window does not hear itself. */
export function hearSessions(onNews: (uid: string | null) => void): () => void {
  const channel = openChannel()
  listening = channel
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string' || data === null) onNews(data)
  })
  return () => {
    channel?.close()
    if (listening === channel) listening = undefined
  }
}

/** Where there is none, a window learns of it when somebody looks at it again. */
function openChannel(): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
}
