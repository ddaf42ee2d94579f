import { Refused } from '../http/context.ts'
import type { Attempts } from './attempts.ts'
import { readingLimit } from './limit-table.ts'

/** So much a process lets through, and then asks the database for, at a time: most visitors never need it, and a page costs no write. */
const portion = 60

type Reader = { endsAtMs: number; left: number }

/** Counts what one network reads. Every process hands out its first portion by itself; whatever comes after that is shared by all. */
export function openReading(attempts: Pick<Attempts, 'count'>, now: () => Date) {
  const readers = new Map<string, Reader>()
  let sweptAtMs = 0

  function readerOf(network: string, nowMs: number): Reader {
    const known = readers.get(network)
    if (known && known.endsAtMs > nowMs) return known
    if (nowMs - sweptAtMs > readingLimit.withinMs) {
      for (const [name, { endsAtMs }] of readers) if (endsAtMs <= nowMs) readers.delete(name)
      sweptAtMs = nowMs
    }
    const reader = { endsAtMs: nowMs + readingLimit.withinMs, left: portion }
    readers.set(network, reader)
    return reader
  }

  /** Waits for nothing while there is something left of a portion. */
  return function read(network: string): Promise<void> | undefined {
    const nowMs = now().getTime()
    const reader = readerOf(network, nowMs)
    if (reader.left === 0) return takePortion(network, reader, nowMs)
    reader.left--
    return undefined
  }

  async function takePortion(network: string, reader: Reader, nowMs: number) {
    const { count, endsAt } = await attempts.count(
      `read ${network}`,
      readingLimit.withinMs,
      portion,
    )
    // The portion that was handed out first is counted with the others.
    if (count + portion > readingLimit.most)
      throw new Refused('too-many-requests', { retryAfterSeconds: secondsUntil(endsAt, nowMs) })
    reader.left += portion - 1
  }
}

export function secondsUntil(moment: Date, nowMs: number): number {
  return Math.max(1, Math.ceil((moment.getTime() - nowMs) / 1_000))
}
