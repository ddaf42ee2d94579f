import { setTimeout as delay } from 'node:timers/promises'

import type { AccountLookup } from '#shared/payee.ts'
import { cleanLine } from '#shared/text.ts'

import { PaymentsUnavailable, type Payments } from '../../providers/payments/payments.ts'

type Deps = { payments: Pick<Payments, 'resolveAccount'>; timeoutMs?: number }
type Account = { bank: string; accountNumber: string }

/** An organiser does not wait longer for a name, because the wizard goes on without it. */
const defaultTimeoutMs = 5_000

const unavailable: AccountLookup = { kind: 'unavailable' }

/** Looks up the holder of a bank account at the provider. */
export async function lookUpAccount(
  { payments, timeoutMs = defaultTimeoutMs }: Deps,
  { bank: bankCode, accountNumber }: Account,
): Promise<AccountLookup> {
  const timeout = delay(timeoutMs, unavailable, { ref: false })
  const lookup = payments.resolveAccount({ bankCode, accountNumber }).then(
    (result): AccountLookup =>
      result.kind === 'resolved'
        ? { kind: 'found', name: cleanLine(result.accountName) }
        : { kind: 'refused', message: result.message },
    (error: unknown) => {
      if (error instanceof PaymentsUnavailable) return unavailable
      throw error
    },
  )
  return Promise.race([lookup, timeout])
}
