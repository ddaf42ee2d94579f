import { AsyncLocalStorage } from 'node:async_hooks'

import type { Image } from '#shared/image-schema.ts'
import type { Language } from '#shared/language.ts'

import type { Queries } from '../database/database.ts'
import type { texts } from '../../text/texts.ts'

export type MailLink = { label: string; url: string }
/** A link becomes a paragraph of its own. The first one is the button of the mail, except in a list. */
export type MailParagraph = string | MailLink

/** What a mail to exactly one address says. It has no HTML of its own: the outbox renders each mail with the one template. */
export type Mail = {
  to: string
  language: Language
  kind: ListedMail | 'transactional'
  subject: string
  /** Why the person gets this mail: a sentence of the template, or the words of a mail that is sent to a list. */
  reason: keyof (typeof texts)['en']['mail']['reasons'] | { words: string }
  paragraphs: readonly MailParagraph[]
  isList?: true
  picturedCampaign?: { id: string }
  /** A picture that the mail shows instead. */
  picture?: Pick<Image, 'id' | 'alt'>
}

/** A mail to a list names the link by which its reader leaves the list. */
type ListedMail = { unsubscribeUrl: string; label: string }

/** Text and HTML have the same content. */
export type RenderedMail = {
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

/**
 * One event, such as a payout or the end of a case, can cause many mails to donors, reporters and lists. A person who waits for a code or a
 * link must not wait for all of them.
 */
export const canWait = ({ kind, reason }: Mail): boolean =>
  kind !== 'transactional' || reason === 'donor' || reason === 'reporter'

/** For the column and the header, which only some mails have. */
export function getUnsubscribeUrl(kind: MailKind): string | null {
  return kind === 'transactional' ? null : kind.unsubscribeUrl
}

/** The turn in which the mails of the request that runs are sent, because visitors caused many: 0 for at once. */
export const mailTurns = new AsyncLocalStorage<{ turn: number }>()

/** Stores a mail in the transaction of its cause. A job sends it later. Mails with the same `key` are sent once. */
export interface Outbox {
  enqueue: (queries: Queries, mail: Mail, key?: string) => Promise<void>
}
