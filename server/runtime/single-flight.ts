/** Whoever asks the same while the answer is on its way waits for that one. */
export function singleFlight<Answer>() {
  const running = new Map<string, Promise<Answer>>()

  return (key: string, work: () => Promise<Answer>): Promise<Answer> => {
    const known = running.get(key)
    if (known) return known
    const answer = work().finally(() => running.delete(key))
    running.set(key, answer)
    return answer
  }
}
