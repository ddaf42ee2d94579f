/** Acts when it is resumed, and yields the milliseconds until it wants to act again. */
export type Actor = AsyncGenerator<number, void>
type Turn = { atMs: number; actor: Actor }

/** Runs all actors in the order of simulated time. Nothing waits for real. */
export async function runActors(clock: { now: Date }, actors: readonly Turn[]): Promise<void> {
  const startMs = clock.now.getTime()
  const queue = actors.toSorted((one, other) => other.atMs - one.atMs)
  for (let turn = queue.pop(); turn; turn = queue.pop()) {
    const { atMs, actor } = turn
    clock.now = new Date(startMs + atMs)
    const { done, value } = await actor.next()
    if (!done) insert(queue, { atMs: atMs + value, actor })
  }
}

/** Keeps the queue in descending order, so that the next turn is its last element. */
function insert(queue: Turn[], turn: Turn) {
  let [low, high] = [0, queue.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((queue[middle]?.atMs ?? 0) > turn.atMs) low = middle + 1
    else high = middle
  }
  queue.splice(low, 0, turn)
}
