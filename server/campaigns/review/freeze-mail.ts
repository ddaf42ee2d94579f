import type { Mail } from '../../mail/mail.ts'
import { mail } from '../../mail/templates.ts'

export function frozenMail(
  to: string,
  { title, reason, url }: { title: string; reason: string; url: string },
): Mail {
  return mail(to, {
    subject: `Your campaign takes no gifts for now: ${title}`,
    parts: [
      `We have stopped gifts to your campaign "${title}" until a question about it is settled. This is what the reviewer wrote:`,
      ...reason.split(/\n{2,}/),
      'Everybody can still read it. To answer, please write to our support.',
      { label: 'See your campaign', url },
    ],
  })
}

export function unfrozenMail(to: string, { title, url }: { title: string; url: string }): Mail {
  return mail(to, {
    subject: `Your campaign takes gifts again: ${title}`,
    parts: [
      `The question about your campaign "${title}" is settled. Everybody can give to it again.`,
      { label: 'See your campaign', url },
    ],
  })
}
