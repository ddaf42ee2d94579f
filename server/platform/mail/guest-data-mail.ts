import type { Language } from '#shared/language.ts'

import { texts } from '../../text/texts.ts'
import type { Mail } from './mail.ts'
import { writeMail } from './write-mail.ts'

/** To an address that was used for donations without an account. */
export function guestDataMail(to: string, language: Language, url: string): Mail {
  const { subject, lead, open, expiry } = texts[language].account.guestData
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'address',
    subject,
    paragraphs: [lead, { label: open, url }, expiry],
  })
}
