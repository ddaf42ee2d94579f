import { formatDuration } from '#shared/duration.ts'
import type { Language } from '#shared/language.ts'
import { terms } from '#shared/terms.ts'

import { texts } from '../../text/texts.ts'
import type { Mail } from './mail.ts'
import { writeMail } from './write-mail.ts'

/** To an address that was used for donations without an account. */
export function guestDataMail(to: string, language: Language, url: string): Mail {
  const { subject, lead, open, expiry } = texts[language].account.guestData
  const duration = formatDuration(terms.guestLink)
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'address',
    subject,
    paragraphs: [lead, { label: open, url }, expiry({ duration })],
  })
}
