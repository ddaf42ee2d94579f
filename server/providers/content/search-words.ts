import * as z from 'zod/mini'

import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { plainText } from './plain-text.ts'

const mostWords = 8
const mostSimilar = 4

const typedSchema = z.object({ word: z.string(), known: z.boolean(), similar: z.array(z.string()) })

/**
 * What was typed as a query of the database's full-text search: every word must begin a word of the campaign, or resemble one if no
 * campaign has a word that begins so. Nothing typed reaches the query language: words are letters and digits.
 */
export async function searchQuery(queries: Queries, text: string): Promise<string> {
  const words = (plainText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, mostWords)
  if (words.length === 0) return ''
  const typed = await queries.rows(
    typedSchema,
    sql`select typed.word, known, case when known then '{}' else array(
        select k.word from search_word k where k.word % typed.word
        order by similarity(k.word, typed.word) desc, k.word limit ${mostSimilar}) end as similar
      from unnest(${words}::text[]) as typed (word)
      cross join lateral (select exists (
        select from search_word k where k.word >= typed.word and k.word < typed.word || chr(1114111)) as known) asked`,
  )
  return typed
    .map(({ word, similar }) => (similar.length > 0 ? `(${similar.join(' | ')})` : `${word}:*`))
    .join(' & ')
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
