/**
 * Request coalescing: whoever asks the same while an answer is on its way shares the next one with everybody who comes meanwhile. It is
 * begun after the last of them asked, so that nobody gets what was read before they came.
 */
export function coalescing<Answer>() {
  const running = new Map<string, Promise<unknown>>()
  const next = new Map<string, Promise<Answer>>()

  return (key: string, work: () => Promise<Answer>): Promise<Answer> => {
    const joined = next.get(key)
    if (joined) return joined
    const answer = settled(running.get(key)).then(() => {
      next.delete(key)
      const begun = work()
      const ended = settled(begun).then(() => {
        if (running.get(key) === ended) running.delete(key)
      })
      running.set(key, ended)
      return begun
    })
    next.set(key, answer)
    return answer
  }
}

async function settled(promise: Promise<unknown> | undefined): Promise<void> {
  await promise?.catch(() => {})
}
