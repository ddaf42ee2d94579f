import { totalmem } from 'node:os'

const mib = 2 ** 20

/** Bytes that this process and its children may use: those of the container where it has a limit, else of the machine. */
export function availableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * Settings of PostgreSQL for a machine that it shares with the server. A quarter of the memory holds pages, and the kernel caches more of
 * them in about half of it. `work_mem` is taken by each sort of each connection, so its part is small.
 */
export function memorySettings(memory: number): string[] {
  const share = (part: number, least: number, most: number) =>
    `${Math.round(Math.min(most, Math.max(least, memory / mib / part)))}MB`
  return [
    `shared_buffers=${share(4, 32, 2_048)}`,
    `effective_cache_size=${share(2, 128, 65_536)}`,
    `work_mem=${share(800, 4, 32)}`,
    `maintenance_work_mem=${share(16, 32, 512)}`,
    // After each checkpoint the first change of a page is written whole, so that frequent checkpoints slow donations down.
    'checkpoint_timeout=15min',
    `max_wal_size=${share(8, 1_024, 4_096)}`,
  ]
}

/** Nothing of a test must survive a crash. The log is small, because the data may be in memory. */
export const testSettings = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'max_wal_size=256MB',
]
