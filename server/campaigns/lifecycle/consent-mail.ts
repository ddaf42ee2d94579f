import type { Language } from '#shared/language.ts'

import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail } from '../../platform/mail/write-mail.ts'
import { texts } from '../../text/texts.ts'

/** Asks the owner of a campaign to remove what a person no longer agrees to have published. */
export function consentWithdrawnMail(
  to: string,
  language: Language,
  { title, url }: { title: string; url: string },
): Mail {
  const { subject, lead, ask, link } = texts[language].campaign.consentWithdrawn
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'organiser',
    subject: `${subject}: ${title}`,
    paragraphs: [lead({ title }), ask, { label: link, url }],
  })
}
