import type { Language } from '#shared/language.ts'

import type { Mail } from '../../../platform/mail/mail.ts'
import { writeMail } from '../../../platform/mail/write-mail.ts'
import { texts } from '../../../text/texts.ts'

type Follow = { campaign: string; url: string }

/** To an address that was typed into the form. It reads the same whether the address follows or not. */
export function followMail(to: string, language: Language, { campaign, url }: Follow): Mail {
  const words = texts[language].follow
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'address',
    subject: words.subject(campaign),
    paragraphs: [words.lead(campaign), { label: words.confirm, url }, words.expiry],
  })
}
