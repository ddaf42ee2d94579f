import * as z from 'zod/mini'

import { bankSchema, type Bank } from '#shared/bank.ts'
import { nigerianBanks } from '#shared/nigerian-banks.ts'

import { PaymentsUnavailable } from './payments.ts'

const dayMs = 86_400_000
const pauseAfterErrorMs = 60_000

/** Caches the bank list for a day. After a failed refresh the old list stays in use, or a built-in one if there is none. */
export function cachedBanks(
  fetchBanks: () => Promise<unknown>,
  now: () => number,
): () => Promise<Bank[]> {
  let banks: Bank[] | undefined
  let freshUntilMs = 0
  let refreshing: Promise<void> | undefined

  const refresh = async () => {
    try {
      banks = parseBanks(await fetchBanks())
      freshUntilMs = now() + dayMs
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) throw error
      freshUntilMs = now() + pauseAfterErrorMs
    } finally {
      refreshing = undefined
    }
  }

  return async () => {
    if (now() >= freshUntilMs) await (refreshing ??= refresh())
    return banks ?? builtIn
  }
}

const builtIn: Bank[] = nigerianBanks.map(({ id, code, name }) => ({ id, code, name }))

const listedSchema = z.extend(bankSchema, {
  active: z.optional(z.unknown()),
  is_deleted: z.optional(z.unknown()),
  supports_transfer: z.optional(z.unknown()),
  currency: z.optional(z.unknown()),
})

/** Banks that accept transfers. Invalid rows are skipped. */
function parseBanks(data: unknown): Bank[] {
  const rows = Array.isArray(data) ? data : []
  const banks = rows.flatMap((row): Bank[] => {
    const parsed = z.safeParse(listedSchema, row)
    if (!parsed.success) return []
    const { id, code, name, active, is_deleted, supports_transfer, currency } = parsed.data
    const isUsable =
      active !== false &&
      is_deleted !== true &&
      supports_transfer !== false &&
      (currency ?? 'NGN') === 'NGN'
    return isUsable ? [{ id, code, name }] : []
  })
  if (banks.length === 0) throw new PaymentsUnavailable('GET /bank: no bank in the response')
  return banks
}
