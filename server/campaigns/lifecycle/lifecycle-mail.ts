import type { CampaignEvent } from '#shared/campaign-history.ts'
import type { Language } from '#shared/language.ts'
import { appealDays } from '#shared/moderation.ts'

import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail } from '../../platform/mail/write-mail.ts'
import { texts } from '../../text/texts.ts'

type MailData = { title: string; reason: string; url: string }
type EventText = {
  subject: string
  lead: (values: { title: string }) => string
  closing?: string
  link: string
  afterLink?: string | ((values: { appealDays: number }) => string)
}

/** Events whose lead announces the words of a reviewer or an admin. */
const quotesReason: CampaignEvent[] = [
  'ask',
  'reject',
  'cancel',
  'change-ask',
  'change-reject',
  'take-back',
]

/** To the owner of a campaign. Undefined for events without a text. */
export function lifecycleMail(
  to: string,
  language: Language,
  event: CampaignEvent,
  { title, reason, url }: MailData,
): Mail | undefined {
  const events: Partial<Record<CampaignEvent, EventText>> = texts[language].campaign.events
  const text = events[event]
  if (!text) return undefined
  const { subject, lead, closing = [], link, afterLink = [] } = text
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'organiser',
    subject: `${subject}: ${title}`,
    paragraphs: [
      lead({ title }),
      ...(quotesReason.includes(event) ? reason.split(/\n{2,}/) : []),
      closing,
      { label: link, url },
      typeof afterLink === 'function' ? afterLink({ appealDays }) : afterLink,
    ].flat(),
  })
}
