import type { Language } from '#shared/language.ts'

import type { Mail } from './mail.ts'

/** The language of mails to admins and reviewers, who work with admin pages and logs in English. */
export const staffLanguage: Language = 'en'

type Content = Omit<Mail, 'to' | 'language' | 'kind'> & Partial<Pick<Mail, 'kind'>>

/** A mail that its recipient needs, unless it is sent to a list. */
export const writeMail = (to: string, language: Language, content: Content): Mail => ({
  to,
  language,
  kind: 'transactional',
  ...content,
})
