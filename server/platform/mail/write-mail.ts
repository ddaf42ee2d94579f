import type { Language } from '#shared/language.ts'

import type { Mail } from './mail.ts'

/** The language of mails to admins and reviewers, who work with admin pages and logs in English. */
export const staffLanguage: Language = 'en'

/** Whom a mail goes to, and in which language. */
export type Reader = Pick<Mail, 'to' | 'language'>

type Head = Omit<Mail, 'kind' | 'subject' | 'paragraphs'> & Partial<Pick<Mail, 'kind'>>

/** A mail that its recipient needs, unless it is sent to a list. */
export const writeMail = (head: Head, subject: string, paragraphs: Mail['paragraphs']): Mail => ({
  kind: 'transactional',
  ...head,
  subject,
  paragraphs,
})
