import type { Language } from '#shared/language.ts'

import type { Mail } from '../../mail/mail.ts'
import { renderMail } from '../../mail/render-mail.ts'
import { texts } from '../../text/texts.ts'

/** Asks the owner of a campaign to remove what a person no longer agrees to have published. */
export function consentWithdrawnMail(
  to: string,
  language: Language,
  { title, url }: { title: string; url: string },
): Mail {
  const { subject, lead, ask, link } = texts[language].campaign.consentWithdrawn
  return renderMail(to, language, {
    kind: 'transactional',
    subject: `${subject}: ${title}`,
    paragraphs: [lead(title), ask, { label: link, url }],
  })
}
