import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Outbox } from '../platform/mail/mail.ts'
import { guestDataMails } from '../platform/policy/rate-limit-policies.ts'
import { openGuestData } from '../people/privacy/guest-data.ts'
import { openLegalHold } from '../people/privacy/legal-hold.ts'
import type { Payments } from '../providers/payments/payments.ts'
import type { RateLimits } from '../platform/rate-limits/rate-limits.ts'
import type { Sealing } from '../platform/runtime/sealing.ts'

type GuestDataDeps = {
  database: Database
  sealing: Sealing
  outbox: Outbox
  payments: Pick<Payments, 'mode'>
  rateLimits: Pick<RateLimits, 'giveBackMail'> | undefined
  now: () => Date
}

/** Export and erasure of donations without an account. */
export function openGuestDataAccess({ publicUrl }: Config, deps: GuestDataDeps) {
  const { payments, rateLimits, now } = deps
  return openGuestData({
    ...deps,
    publicUrl,
    legalHold: openLegalHold({ mode: payments.mode, now }),
    onNoMail: async () => rateLimits?.giveBackMail(guestDataMails),
  })
}
