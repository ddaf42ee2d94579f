import { asSharedWork, isRefusal } from './database.ts'
import { getPoolName, type PoolChoice } from './pools.ts'
import { refuseInTransaction } from './transaction-scope.ts'

type Options<Input> = {
  /** Inputs with the same key never share a batch. */
  getKey?: (input: Input) => string
  maxSize?: number
  /** Time after which the next batch starts although the last one has not ended. Never by default, which keeps the order. */
  timeoutMs?: number
}
type Waiting<Input, Output> = {
  input: Input
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}

type Run<Input, Output> = (inputs: readonly Input[]) => Promise<readonly Output[]>

/**
 * Runs inputs in batches: those that arrive while a batch runs wait and form the next one, in the order of arrival. A single
 * input runs at once. Simultaneous callers share the round trip to the database and the wait for its disk. Callers with different
 * pools have batches of their own, because a batch waits for a connection of one pool.
 */
export function createBatcher<Input, Output>(
  run: Run<Input, Output>,
  options: Options<Input> = {},
): (input: Input) => Promise<Output> {
  const byPool = new Map<PoolChoice, (input: Input) => Promise<Output>>()
  return async (input) => {
    refuseInTransaction('a batch of several callers')
    const pool = getPoolName()
    const batch = byPool.get(pool) ?? openBatches(run, options)
    byPool.set(pool, batch)
    return batch(input)
  }
}

function openBatches<Input, Output>(
  run: Run<Input, Output>,
  { getKey, maxSize = 128, timeoutMs }: Options<Input>,
): (input: Input) => Promise<Output> {
  let waiting: Waiting<Input, Output>[] = []
  let isRunning = false

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      if (!isRunning) void asSharedWork(runAll)
    })

  async function runAll() {
    isRunning = true
    // Inputs of the same tick join the first batch.
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = runBatch(takeBatch())
      await (timeoutMs === undefined ? batch : atMost(timeoutMs, batch))
    }
    isRunning = false
  }

  function takeBatch() {
    const batch = new Map<unknown, Waiting<Input, Output>>()
    const later: typeof waiting = []
    for (const item of waiting) {
      const key = getKey ? getKey(item.input) : item
      if (batch.size < maxSize && !batch.has(key)) batch.set(key, item)
      else later.push(item)
    }
    waiting = later
    return [...batch.values()]
  }

  async function runBatch(batch: Waiting<Input, Output>[]): Promise<void> {
    try {
      const outputs = await run(batch.map(({ input }) => input))
      for (const [index, output] of outputs.entries()) batch[index]?.resolve(output)
    } catch (error) {
      // One input that the database refuses must not fail the others.
      if (batch.length > 1 && isRefusal(error))
        await Promise.all(batch.map((item) => runBatch([item])))
      else for (const { reject } of batch) reject(error)
    }
  }
}

async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const expired = Promise.withResolvers<void>()
  const timer = setTimeout(expired.resolve, ms)
  await Promise.race([work, expired.promise])
  clearTimeout(timer)
}

/** One stalled connection delays other loads by this time at most. */
const loadTimeoutMs = 500

/** Loads rows by key, several keys in one statement. Nothing is cached: each load starts after it was asked for. */
export function createLoader<Row>(
  list: (keys: readonly string[]) => Promise<readonly (readonly [key: string, row: Row])[]>,
): (key: string) => Promise<Row | undefined> {
  const load = async (keys: readonly string[]) => {
    const rows = new Map(await list(keys))
    return keys.map((key) => rows.get(key))
  }
  return createBatcher(load, { timeoutMs: loadTimeoutMs })
}
