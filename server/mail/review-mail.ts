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
