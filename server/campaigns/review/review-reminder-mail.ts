import type { Mail } from '../../mail/mail.ts'
import { mail } from '../../mail/templates.ts'

/** To reviewers. It names no campaign: what waits is nobody's business but theirs who have logged in. */
export function queueMail(to: string, { waiting, url }: { waiting: number; url: string }): Mail {
  const what = waiting === 1 ? '1 campaign waits' : `${waiting} campaigns wait`
  return mail(to, {
    subject: 'Campaigns are waiting for a review',
    parts: [`${what} for a reviewer for more than four hours.`, { label: 'Review campaigns', url }],
  })
}
