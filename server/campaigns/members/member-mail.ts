import type { RequestKind } from '#shared/campaign-member.ts'
import type { Language } from '#shared/language.ts'

import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail } from '../../platform/mail/write-mail.ts'
import { texts } from '../../text/texts.ts'

export type MemberEvent = keyof (typeof texts)['en']['member']['events']

/** `name`: who invites, comes, leaves, asks or answers. The page that the link opens says what is asked. */
type Facts = { name: string; title: string; url: string; kind?: RequestKind | undefined }

/** To who was invited, or to everyone who looks after the campaign. */
export function memberMail(
  to: string,
  language: Language,
  event: MemberEvent,
  { name, title, url, kind }: Facts,
): Mail {
  const { events, kinds } = texts[language].member
  const { subject, lead, next, link } = events[event]
  return writeMail(to, language, {
    reason: event.startsWith('invited') ? 'address' : 'account',
    subject: `${subject}: ${title}`,
    paragraphs: [lead({ name, title }), kind ? kinds[kind] : [], next, { label: link, url }].flat(),
  })
}
