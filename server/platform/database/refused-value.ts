import pg from 'pg'

/** NUL in a text and in JSON, text that is no JSON or id, and a number that is too large. */
const refusedValueCodes = new Set(['22021', '22P05', '22P02', '22003'])

/** True if PostgreSQL refused a value that came with the request. Nothing was written. */
export function isRefusedValue(error: unknown): boolean {
  return error instanceof pg.DatabaseError && refusedValueCodes.has(error.code ?? '')
}
