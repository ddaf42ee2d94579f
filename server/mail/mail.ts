import type { Queries } from '../database/database.ts'

/** A message to exactly one address. Text and HTML have the same content. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  kind: MailKind
}

/**
 * The recipient needs a transactional mail. Every other one has an address to which a POST unsubscribes the recipient from mails of its
 * kind, and is not sent to addresses that do not exist.
 */
export type MailKind = 'transactional' | { unsubscribeUrl: string }

/** For the column and the header, which only some mails have. */
export function getUnsubscribeUrl(kind: MailKind): string | null {
  return kind === 'transactional' ? null : kind.unsubscribeUrl
}

/** Stores a mail in the transaction of its cause. A job sends it later. Mails with the same `key` are sent once. */
export interface Outbox {
  enqueue: (queries: Queries, mail: Mail, key?: string) => Promise<void>
}
