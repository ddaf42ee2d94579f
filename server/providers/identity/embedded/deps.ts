import type { Database } from '../../../database/database.ts'
import type { Outbox } from '../../../mail/mail.ts'
import type { HashQueue } from './hash-queue.ts'

export type EmbeddedIdentityOptions = {
  database: Database
  outbox: Outbox
  publicUrl: string
  now?: () => Date
  hashQueue?: HashQueue
}

export type EmbeddedIdentityDeps = Required<EmbeddedIdentityOptions>
