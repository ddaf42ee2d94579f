import type { Mail } from './mail.ts'
import { mail } from './templates.ts'

export function approvedMail(to: string, { title, url }: { title: string; url: string }): Mail {
  return mail(to, {
    subject: `Your campaign is live: ${title}`,
    parts: [
      `Good news: your campaign "${title}" was approved. Everybody can see it now and give to it.`,
      { label: 'See your campaign', url },
      'Share it with the people you know. The first gifts nearly always come from them.',
    ],
  })
}

export function rejectedMail(
  to: string,
  { title, reason, url }: { title: string; reason: string; url: string },
): Mail {
  return mail(to, {
    subject: `Your campaign was not approved: ${title}`,
    parts: [
      `We have read your campaign "${title}" and cannot publish it as it is. This is what the reviewer wrote:`,
      ...reason.split(/\n{2,}/),
      'You can read it again beside your campaign:',
      { label: 'See your campaign', url },
    ],
  })
}

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
