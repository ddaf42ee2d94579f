import * as z from 'zod/mini'

/** A moment in JSON. A row of the database holds it as a date. */
export const timeSchema = z.union([
  z.string(),
  z.pipe(
    z.date(),
    z.transform((at) => at.toISOString()),
  ),
])
