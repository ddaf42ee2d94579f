import * as z from 'zod/mini'

import { bankSchema, type Bank } from '#shared/bank.ts'
import { nigerianBanks } from '#shared/nigerian-banks.ts'

import { PaymentsUnavailable } from './payments.ts'

const dayMs = 86_400_000
const pauseAfterErrorMs = 60_000

/** Keeps the bank list for a day, an old one for longer when no new one can be had, and a built-in one for the worst day. */
export function cachedBanks(ask: () => Promise<unknown>, now: () => number): () => Promise<Bank[]> {
  let banks: Bank[] | undefined
  let freshUntilMs = 0
  let asking: Promise<void> | undefined

  const refresh = async () => {
    try {
      banks = banksOf(await ask())
      freshUntilMs = now() + dayMs
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) throw error
      freshUntilMs = now() + pauseAfterErrorMs
    } finally {
      asking = undefined
    }
  }

  return async () => {
    if (now() >= freshUntilMs) await (asking ??= refresh())
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

/** Banks that money can be sent to. A row that makes no sense is left out: it is one bank, not money. */
function banksOf(data: unknown): Bank[] {
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
  if (banks.length === 0) throw new PaymentsUnavailable('GET /bank: no bank in the answer')
  return banks
}
