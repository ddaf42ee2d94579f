import { serialQueue } from '../images/serial-queue.ts'

const maxCached = 400

type File = Uint8Array<ArrayBuffer>
/** `key` names everything that the file shows. */
export type Drawing = { key: string; network: string }

/**
 * Keeps the files that were asked for last, because many people open a shared link at once. Networks take turns with what must be drawn,
 * so that one that asks for everything delays another by one drawing.
 */
export function drawnFiles() {
  const queue = serialQueue({ maxWaiting: 256, maxWaitingPerKey: 8 })
  const cache = new Map<string, Promise<File>>()

  return ({ key, network }: Drawing, draw: () => Promise<File>): Promise<File> => {
    const file = cache.get(key) ?? queue(network, draw)
    cache.delete(key)
    cache.set(key, file)
    file.catch(() => cache.delete(key))
    const [oldest] = cache.keys()
    if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest)
    return file
  }
}
