import type { Queries } from '../database/database.ts'

/** One message to exactly one address. Text and HTML say the same. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Where its reader ends mails of this kind: a POST there does it, by whoever holds the address. */
  unsubscribeUrl?: string
}

/**
 * Takes a mail in the same transaction as its cause and hands it over by SMTP later, again until it is accepted.
 * `key` makes a repeated cause send once.
 */
export interface Outbox {
  enqueue: (queries: Queries, mail: Mail, key?: string) => Promise<void>
}
