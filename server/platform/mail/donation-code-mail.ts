import type { Language } from '#shared/language.ts'

import { texts } from '../../text/texts.ts'
import type { Mail } from './mail.ts'
import { writeMail } from './write-mail.ts'

export function donationCodeMail(to: string, language: Language, code: string): Mail {
  const { subject, lead, expiry } = texts[language].account.donationCode
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'address',
    subject: subject({ code }),
    paragraphs: [lead({ code }), expiry],
  })
}
