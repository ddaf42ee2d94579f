import * as z from 'zod/mini'

/** `code` is text and not unique (Paystack documentation); `id` is unique. */
export const bankSchema = z.object({ id: z.int(), code: z.string(), name: z.string() })
export type Bank = z.output<typeof bankSchema>

/** Names by code. Paystack identifies banks by code alone, so banks with the same code are joined. */
export function bankNames(banks: readonly Bank[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { code, name } of banks) {
    const existing = names.get(code)
    names.set(code, existing === undefined ? name : `${existing} / ${name}`)
  }
  return names
}
