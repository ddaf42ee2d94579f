import * as z from 'zod/mini'

import type { Queries, Transaction } from '../../../platform/database/database.ts'
import { sql, type Sql } from '../../../platform/database/sql.ts'
import { toWords } from '../search-text.ts'

const maxWords = 8
const maxSuggestions = 4
/** PostgreSQL finds up to so many words faster, each on its own, than all words with their common beginning. */
const maxBegun = 20

const wordRow = z.object({
  word: z.string(),
  /** Words of campaigns that begin with the typed word, at most one more than `maxBegun`. */
  begun: z.array(z.string()),
  suggestions: z.array(z.string()),
})
type TypedWord = z.output<typeof wordRow>

/**
 * Runs `find` with a query in which every typed word is the beginning of a word. One that begins no word of any campaign may also be
 * similar to a word.
 */
export async function searchWords<Found>(
  queries: Queries,
  text: string | undefined,
  find: (query?: string) => Promise<Found>,
): Promise<Found> {
  if (text === undefined) return find()
  const typed = await findWords(queries, toWords(text).slice(0, maxWords))
  return find(typed.map((each) => `(${toAlternatives(each).join(' | ')})`).join(' & '))
}

function toAlternatives({ word, begun, suggestions }: TypedWord): string[] {
  if (begun.length > 0 && begun.length <= maxBegun) return begun.map(quote)
  return [`${quote(word)}:*`, ...suggestions.map(quote)]
}

/** A word in a query, with its own quotes and backslashes doubled. */
const quote = (word: string) => `'${word.replaceAll(/['\\]/g, '$&$&')}'`

function findWords(queries: Queries, words: string[]): Promise<TypedWord[]> {
  return queries.rows(
    wordRow,
    sql`select typed.word, begun, case when begun <> '{}' then '{}' else array(
        select k.word from search_word k where k.word % typed.word and k.word ~ '^[[:alnum:]]{2,40}$'
        order by similarity(k.word, typed.word) desc, k.word limit ${maxSuggestions}) end as suggestions
      from unnest(${words}::text[]) as typed (word)
      cross join lateral (select array(
        select k.word from search_word k where k.word >= typed.word and k.word < typed.word || chr(1114111)
        order by k.word limit ${maxBegun + 1}) as begun) prefix`,
  )
}

/** True for campaigns whose words match, and for those of `textIds`, whose updates do. */
export const matchesWords = (
  query: string,
  search: Sql,
  id: Sql,
  textIds: readonly string[] = [],
) =>
  textIds.length === 0
    ? sql`${search} @@ ${query}::tsquery`
    : sql`(${search} @@ ${query}::tsquery or ${id} = any(${[...textIds]}::text[]))`

/** The words with the nearest one in the place of each that begins no word of any campaign: one that sounds alike, or is spelt alike. */
export async function suggestWords(queries: Queries, text: string): Promise<string | undefined> {
  const typed = toWords(text).slice(0, maxWords)
  const nearest = (isNear: Sql) => sql`(
    select k.word from search_word k where ${isNear} and k.word ~ '^[[:alnum:]]{2,40}$'
    order by similarity(k.word, typed.word) desc, k.word limit 1)`
  const found = await queries.rows(
    z.object({ word: z.string() }),
    sql`select coalesce(
          (select typed.word from search_word k where k.word >= typed.word and k.word < typed.word || chr(1114111) limit 1),
          ${nearest(sql`k.sound = sound_of(typed.word)`)}, ${nearest(sql`k.word % typed.word`)}, typed.word) as word
        from unnest(${typed}::text[]) with ordinality as typed (word, place) order by place`,
  )
  const suggestion = found.map(({ word }) => word).join(' ')
  return suggestion === typed.join(' ') ? undefined : suggestion
}

export async function saveSearchWords(queries: Transaction, campaignId: string): Promise<void> {
  await queries.run(
    sql`insert into search_word (word)
      select distinct word from campaign, unnest(tsvector_to_array(search)) as word
      where id = ${campaignId} order by word on conflict do nothing`,
  )
}

export async function deleteSearchWords(queries: Transaction, words: string[]): Promise<void> {
  // A common word is in very many campaigns, and one of them is enough.
  await queries.run(sql`set local gin_fuzzy_search_limit = 1000`)
  await queries.run(
    sql`delete from search_word using unnest(${words}::text[], ${words.map(quote)}::text[]) as deleted (word, query)
      where search_word.word = deleted.word and not exists (
        select from campaign where deleted_at is null and search @@ deleted.query::tsquery)`,
  )
}
