import type { Queries } from '../database/database.ts'

/** A message to exactly one address. Text and HTML have the same content. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /**
   * A POST to this address unsubscribes the recipient from mails of this kind. Every mail that is not transactional has one, and is not
   * sent to addresses that do not exist.
   */
  unsubscribeUrl?: string
}

/** Stores a mail in the transaction of its cause. A job sends it later. Mails with the same `key` are sent once. */
export interface Outbox {
  enqueue: (queries: Queries, mail: Mail, key?: string) => Promise<void>
}
