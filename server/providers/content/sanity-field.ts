import * as z from 'zod/mini'

/** A field of a document that anybody with a token may have written: what it should be, or what stands for it. */
export function fieldOr<Schema extends z.ZodMiniType>(schema: Schema, otherwise: z.output<Schema>) {
  return z.pipe(
    z.unknown(),
    z.transform((value): z.output<Schema> => {
      const result = z.safeParse(schema, value)
      return result.success ? result.data : otherwise
    }),
  )
}
