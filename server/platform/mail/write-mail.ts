import type { Language } from '#shared/language.ts'

import type { Mail } from './mail.ts'

/** The language of mails to admins and reviewers, who work with admin pages and logs in English. */
export const staffLanguage: Language = 'en'

export const writeMail = (
  to: string,
  language: Language,
  content: Omit<Mail, 'to' | 'language'>,
): Mail => ({ to, language, ...content })
