/** The channel between the windows of a browser. Its messages are the uid of the signed-in person, or null after logging out. */
const name = 'session'

let ownChannel: BroadcastChannel | undefined

export function broadcastSession(uid: string | null): void {
  const channel = ownChannel ?? openChannel()
  channel?.postMessage(uid)
  if (channel !== ownChannel) channel?.close()
}

/** Calls the listener for messages of other windows. Returns a function that unsubscribes it. */
export function onSessionBroadcast(listener: (uid: string | null) => void): () => void {
  const channel = openChannel()
  ownChannel = channel
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string' || data === null) listener(data)
  })
  return () => {
    channel?.close()
    if (ownChannel === channel) ownChannel = undefined
  }
}

/** In browsers without BroadcastChannel, a window checks the session when it gets the focus. */
function openChannel(): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
}
