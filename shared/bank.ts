import * as z from 'zod/mini'

/** `code` is text and neither numeric nor unique (docs of the provider); `id` is what tells two banks apart. */
export const bankSchema = z.object({ id: z.int(), code: z.string(), name: z.string() })
export const banksSchema = z.object({ banks: z.array(bankSchema) })
export type Bank = z.output<typeof bankSchema>
