import * as z from 'zod/mini'

import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { withWritten, writtenCount } from './queries.ts'
import { parseResult, type Mutation, type MutationFailure, type SanityApi } from './sanity-api.ts'

/** Its dot hides it from requests without a token. */
export const markerId = 'ajo.writes'
/** After a failure of the CDN, lists are read from the API for so long. */
const cdnPauseMs = 30_000
/** A change whose outcome is unknown has taken effect, or never will, after so long. */
const unknownMinutes = 5

const count = z.pipe(
  z.nullish(z.int()),
  z.transform((written) => written ?? 0),
)

type Params = Record<string, unknown>
export type ListedWrites = ReturnType<typeof openListedWrites>

/**
 * Changes that public lists show, and the reading of those lists (decision 0013). Every change adds one to a count in a document of
 * the dataset and to `listed_write` in our database. An answer of the CDN contains the count that it was made with, so one that lacks
 * a change of any process is recognised, and the API is asked instead.
 */
export function openListedWrites(
  api: SanityApi,
  { database, usesCdn }: { database: Database; usesCdn: boolean },
) {
  let cdnPausedUntil = 0

  const readCdn = async (groq: string, params: Params) => {
    if (performance.now() < cdnPausedUntil) return undefined
    try {
      const response = await api.queryCdn(groq, params)
      return response === undefined ? undefined : parseResult(answerSchema, response)
    } catch {
      cdnPausedUntil = performance.now() + cdnPauseMs
      return undefined
    }
  }
  const readAnswer = async (groq: string, params: Params) => {
    const issued = await readIssued(database)
    const cached = issued === undefined ? undefined : await readCdn(groq, params)
    const isCurrent = cached && issued !== undefined && cached.written >= issued
    const answer = isCurrent ? cached : await api.query(answerSchema, groq, params)
    if (answer.written !== issued) await settle(database, issued, answer.written)
    return answer
  }

  const issue = async () => {
    if ((await addIssued(database, 1)) > 0) return
    await settle(database, undefined, await api.query(count, writtenCount, {}))
    await addIssued(database, 1)
  }

  return {
    /** Runs the mutations as one transaction with the count. */
    async mutate(mutations: readonly Mutation[]): Promise<MutationFailure | undefined> {
      // First, because a process that is killed afterwards may have changed the dataset.
      await issue()
      const failure = await api.mutate([...mutations, ...addWritten])
      if (failure !== undefined) await addIssued(database, -1)
      return failure
    },

    /** Like `SanityApi.query`, for public lists. */
    async query<Schema extends z.ZodMiniType>(
      schema: Schema,
      groq: string,
      params: Params,
    ): Promise<z.output<Schema>> {
      if (!usesCdn) return api.query(schema, groq, params)
      return parseResult(schema, await readAnswer(withWritten(groq), params))
    },
  }
}

const addWritten: readonly Mutation[] = [
  { createIfNotExists: { _id: markerId, _type: 'ajo.writes', written: 0 } },
  { patch: { id: markerId, inc: { written: 1 } } },
]

const answerSchema = z.object({ result: z.unknown(), written: count })

const readIssued = (database: Database) =>
  database.value(z.int(), sql`select issued::float8 from listed_write`)

const addIssued = (database: Database, change: 1 | -1) =>
  database.run(
    sql`update listed_write set issued = greatest(issued + ${change}, 0), issued_at = clock_timestamp()`,
  )

/**
 * Corrects the number after a restored backup, or after changes that never took effect. Raises it at once, and lowers it when
 * no change can be on its way any more.
 */
async function settle(database: Database, seen: number | undefined, written: number) {
  await database.run(
    sql`insert into listed_write as known (issued, issued_at) values (${written}, clock_timestamp())
      on conflict (is_only) do update set issued = excluded.issued
      where known.issued = ${seen ?? -1} and (known.issued < excluded.issued
        or known.issued_at < clock_timestamp() - make_interval(mins => ${unknownMinutes}))`,
  )
}
