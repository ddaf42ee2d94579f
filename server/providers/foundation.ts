import type { PaymentMode } from '#shared/donation.ts'

import type { Database } from '../platform/database/database.ts'
import type { Outbox } from '../platform/mail/mail.ts'
import type { Log } from '../platform/runtime/log.ts'
import type { Sealing } from '../platform/runtime/sealing.ts'
import type { ContentStore } from './content/content.ts'
import type { Identity } from './identity/identity.ts'
import type { Payments } from './payments/payments.ts'

/** What most modules need of the platform and the providers. Each names what it takes of it. */
export type Foundation = {
  database: Database
  now: () => Date
  mode: PaymentMode
  /** Sample data sends no mails and issues no receipts. */
  isQuiet?: boolean
  publicUrl: string
  adminEmail: string
  supportEmail: string
  log: Log
  sealing: Sealing
  outbox: Outbox
  content: ContentStore
  identity: Identity
  payments: Payments
}
