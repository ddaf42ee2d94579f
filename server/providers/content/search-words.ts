import * as z from 'zod/mini'

import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { plainText } from './plain-text.ts'

const mostWords = 8
const mostSimilar = 4

const typedSchema = z.object({ word: z.string(), similar: z.array(z.string()) })

/**
 * Finds what was typed: every word must begin a word of the campaign, or resemble one if no campaign has a word that begins so. Words are
 * looked up only after nothing was found, as most people write what is there.
 */
export async function searched<Found extends { total: number }>(
  queries: Queries,
  text: string | undefined,
  find: (query?: string) => Promise<Found>,
): Promise<Found> {
  if (text === undefined) return find()
  const words = wordsOf(text)
  const found = await find(queryOf(words.map((word) => ({ word, similar: [] }))))
  if (found.total > 0 || words.length === 0) return found
  const typed = await similarTo(queries, words)
  return typed.some(({ similar }) => similar.length > 0) ? find(queryOf(typed)) : found
}

/** Nothing typed reaches the query language: words are letters and digits. */
function wordsOf(text: string): string[] {
  return (plainText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, mostWords)
}

function queryOf(typed: z.output<typeof typedSchema>[]): string {
  return typed
    .map(({ word, similar }) => (similar.length > 0 ? `(${similar.join(' | ')})` : `${word}:*`))
    .join(' & ')
}

function similarTo(queries: Queries, words: string[]) {
  return queries.rows(
    typedSchema,
    sql`select typed.word, case when known then '{}' else array(
        select k.word from search_word k where k.word % typed.word
        order by similarity(k.word, typed.word) desc, k.word limit ${mostSimilar}) end as similar
      from unnest(${words}::text[]) as typed (word)
      cross join lateral (select exists (
        select from search_word k where k.word >= typed.word and k.word < typed.word || chr(1114111)) as known) asked`,
  )
}

/** Keeps the words of a campaign for those who will misspell them. */
export async function rememberWords(queries: Queries, campaignId: string): Promise<void> {
  await queries.run(
    sql`insert into search_word (word)
      select distinct word from campaign, unnest(tsvector_to_array(search)) as word
      where id = ${campaignId} and word ~ '^[[:alnum:]]{2,40}$'
      order by word on conflict do nothing`,
  )
}
