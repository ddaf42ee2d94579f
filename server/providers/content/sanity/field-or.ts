import * as z from 'zod/mini'

/** Accepts any value and falls back when it does not match, because other programs can write to the dataset. */
export function fieldOr<Schema extends z.ZodMiniType>(schema: Schema, fallback: z.output<Schema>) {
  return z.pipe(
    z.unknown(),
    z.transform((value): z.output<Schema> => {
      const result = z.safeParse(schema, value)
      return result.success ? result.data : fallback
    }),
  )
}
