import * as z from 'zod/mini'

import type { Queries, Transaction } from '../../../database/database.ts'
import { sql } from '../../../database/sql.ts'
import { toWords } from '../search-text.ts'

const maxWords = 8
const maxSuggestions = 4

const wordRow = z.object({ word: z.string(), suggestions: z.array(z.string()) })

/**
 * Runs `find` with a query in which every typed word is a prefix. When nothing is found, words that begin no word of
 * any campaign are replaced by similar ones.
 */
export async function searchWords<Found extends { total: number }>(
  queries: Queries,
  text: string | undefined,
  find: (query?: string) => Promise<Found>,
): Promise<Found> {
  if (text === undefined) return find()
  const words = toWords(text).slice(0, maxWords)
  const found = await find(toTsQuery(words.map((word) => ({ word, suggestions: [] }))))
  if (found.total > 0 || words.length === 0) return found
  const corrected = await suggestWords(queries, words)
  return corrected.some(({ suggestions }) => suggestions.length > 0)
    ? find(toTsQuery(corrected))
    : found
}

function toTsQuery(words: z.output<typeof wordRow>[]): string {
  return words
    .map(({ word, suggestions }) =>
      suggestions.length > 0 ? `(${suggestions.join(' | ')})` : `${word}:*`,
    )
    .join(' & ')
}

function suggestWords(queries: Queries, words: string[]) {
  return queries.rows(
    wordRow,
    sql`select typed.word, case when is_prefix then '{}' else array(
        select k.word from search_word k where k.word % typed.word
        order by similarity(k.word, typed.word) desc, k.word limit ${maxSuggestions}) end as suggestions
      from unnest(${words}::text[]) as typed (word)
      cross join lateral (select exists (
        select from search_word k where k.word >= typed.word and k.word < typed.word || chr(1114111)) as is_prefix) prefix`,
  )
}

/** Stores the campaign's words as suggestions for misspelt searches. */
export async function saveSearchWords(queries: Transaction, campaignId: string): Promise<void> {
  await queries.run(
    sql`insert into search_word (word)
      select distinct word from campaign, unnest(tsvector_to_array(search)) as word
      where id = ${campaignId} and word ~ '^[[:alnum:]]{2,40}$'
      order by word on conflict do nothing`,
  )
}

/** Deletes those of the words that no campaign uses. */
export async function deleteSearchWords(queries: Transaction, words: string[]): Promise<void> {
  // A common word is in very many campaigns, and one of them is enough.
  await queries.run(sql`set local gin_fuzzy_search_limit = 1000`)
  await queries.run(
    sql`delete from search_word where word = any(${words}) and not exists (
        select from campaign where deleted_at is null and search @@ search_word.word::tsquery)`,
  )
}
