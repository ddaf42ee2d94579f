import { sql, type Sql } from '../../database/sql.ts'

const marks = /[\u0300-\u036F]|[\u1AB0-\u1AFF]|[\u1DC0-\u1DFF]|[\u20D0-\u20FF]|[\uFE20-\uFE2F]/g
const hooked = 'ɓɗƙƴŋəɔɛƁƊƘƳŊƏƆƐ'
const unhooked = 'bdkyneoebdkyneoe'

/** A text as it is searched for: 'Ọ̀yọ́' and 'oyo' are the same, and so are 'ƙauye' and 'Kauye'. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(marks, '')
    .toLowerCase()
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => unhooked[hooked.indexOf(letter)] ?? letter)
}

/** The same, made by the database of a text of its own. Migration 0014 holds the third and last copy. */
export function plainSql(column: Sql): Sql {
  return sql`translate(lower(regexp_replace(normalize(${column}, NFD),
    '[\\u0300-\\u036F\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u20D0-\\u20FF\\uFE20-\\uFE2F]', '', 'g')),
    'ɓɗƙƴŋəɔɛƁƊƘƳŊƏƆƐ', 'bdkyneoebdkyneoe')`
}
