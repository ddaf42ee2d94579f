import { sql, type Sql } from '../../platform/database/sql.ts'

const marks = /[\u0300-\u036F]|[\u1AB0-\u1AFF]|[\u1DC0-\u1DFF]|[\u20D0-\u20FF]|[\uFE20-\uFE2F]/g
const hookedLetters = 'ɓɗƙƴŋəɔɛƁƊƘƳŊƏƆƐ'
const baseLetters = 'bdkyneoebdkyneoe'

/** Lower case without tone marks and hooks, so that a search for 'oyo' finds 'Ọ̀yọ́' and 'kauye' finds 'Ƙauye'. */
export function toSearchText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(marks, '')
    .toLowerCase()
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => baseLetters[hookedLetters.indexOf(letter)] ?? letter)
}

/** The letters and digits of the search text. Has no meaning in any query language. */
export function toWords(text: string): string[] {
  return toSearchText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** `toSearchText` in SQL. The generated column `campaign.search` has the same expression. */
export function toSearchTextSql(column: Sql): Sql {
  return sql`translate(lower(regexp_replace(normalize(${column}, NFD),
    '[\\u0300-\\u036F\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u20D0-\\u20FF\\uFE20-\\uFE2F]', '', 'g')),
    'ɓɗƙƴŋəɔɛƁƊƘƳŊƏƆƐ', 'bdkyneoebdkyneoe')`
}
