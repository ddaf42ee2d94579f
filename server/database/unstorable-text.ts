import pg from 'pg'

/** character_not_in_repertoire and untranslatable_character: PostgreSQL stores no NUL, neither in text nor in JSON. */
const unstorableCodes = new Set(['22021', '22P05'])

/** True if a value that came with the request holds a character that PostgreSQL cannot store. Nothing was written. */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof pg.DatabaseError && unstorableCodes.has(error.code ?? '')
}
