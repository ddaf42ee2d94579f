import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { Outbox } from '../../../platform/mail/mail.ts'
import type { RecordChange } from '../identity.ts'
import type { HashQueue } from './hash-queue.ts'

export type EmbeddedIdentityOptions = {
  database: Database
  outbox: Outbox
  recordChange: RecordChange
  publicUrl: string
  now?: () => Date
  hashQueue?: HashQueue
  /** Called when a reset was asked for an address without an account, so no mail was queued. */
  onNoResetMail?: () => Promise<void>
  /** Called when an account that never confirmed its address is deleted for one that did, in the same transaction. */
  onDisplaced?: (queries: Transaction, uid: string) => Promise<void>
}

export type EmbeddedIdentityDeps = Required<EmbeddedIdentityOptions>
