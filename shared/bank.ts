import * as z from 'zod/mini'

/** `code` is text and neither numeric nor unique (docs of the provider); `id` is what tells two banks apart. */
export const bankSchema = z.object({ id: z.int(), code: z.string(), name: z.string() })
export const banksSchema = z.object({ banks: z.array(bankSchema) })
export type Bank = z.output<typeof bankSchema>

/** By their codes. The provider knows a bank by its code alone, and a few share one: they are one choice. */
export function bankNames(banks: readonly Bank[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { code, name } of banks) {
    const known = names.get(code)
    names.set(code, known === undefined ? name : `${known} / ${name}`)
  }
  return names
}
