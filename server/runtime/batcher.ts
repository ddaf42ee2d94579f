import { isRefusal } from '../database/database.ts'

type Options<Question> = {
  /** Two of the same name never share a batch. */
  nameOf?: (question: Question) => string
  most?: number
  /** So long the next batch waits for one that stalls; for ever where the order counts. */
  patienceMs?: number
}
type Waiting<Question, Answer> = {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * What is asked while others are being answered is answered together, in the order it came: a crowd shares the way to the database and
 * the wait for its disk, and nobody waits who is alone.
 */
export function inBatches<Question, Answer>(
  work: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { nameOf, most = 128, patienceMs }: Options<Question> = {},
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = []
  let isAtWork = false

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (!isAtWork) void open()
    })

  async function open() {
    isAtWork = true
    // Whoever asks in the same moment comes along.
    await Promise.resolve()
    while (waiting.length > 0) {
      const answered = answer(take())
      await (patienceMs === undefined ? answered : orAfter(patienceMs, answered))
    }
    isAtWork = false
  }

  function take() {
    const batch = new Map<unknown, Waiting<Question, Answer>>()
    const later: typeof waiting = []
    for (const one of waiting) {
      const name = nameOf ? nameOf(one.question) : one
      if (batch.size < most && !batch.has(name)) batch.set(name, one)
      else later.push(one)
    }
    waiting = later
    return [...batch.values()]
  }

  async function answer(batch: Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await work(batch.map(({ question }) => question))
      for (const [index, given] of answers.entries()) batch[index]?.resolve(given)
    } catch (error) {
      // What the database refuses in one of them must not keep the others back.
      if (batch.length > 1 && isRefusal(error)) await Promise.all(batch.map((one) => answer([one])))
      else for (const { reject } of batch) reject(error)
    }
  }
}

async function orAfter(ms: number, work: Promise<void>): Promise<void> {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, ms)
  await Promise.race([work, over.promise])
  clearTimeout(timer)
}

/** One connection that hangs is no reason for everybody to wait. */
const findPatienceMs = 500

/**
 * What is found by its key, each key asked for by somebody else. Nothing is kept: whoever asks hears of what the database held after
 * they asked.
 */
export function findTogether<Row>(
  list: (keys: readonly string[]) => Promise<readonly (readonly [key: string, row: Row])[]>,
): (key: string) => Promise<Row | undefined> {
  const find = async (keys: readonly string[]) => {
    const rows = new Map(await list(keys))
    return keys.map((key) => rows.get(key))
  }
  return inBatches(find, { patienceMs: findPatienceMs })
}
