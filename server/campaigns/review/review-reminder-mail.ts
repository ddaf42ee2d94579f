import type { Mail } from '../../mail/mail.ts'
import { renderMail, staffLanguage } from '../../mail/render-mail.ts'

/** Names no campaign, because pending campaigns are visible only to reviewers who are logged in. */
export function reviewReminderMail(
  to: string,
  { waiting, url }: { waiting: number; url: string },
): Mail {
  const campaigns = waiting === 1 ? '1 campaign has' : `${waiting} campaigns have`
  return renderMail(to, staffLanguage, {
    kind: 'transactional',
    subject: 'Campaigns waiting for review',
    paragraphs: [
      `${campaigns} been waiting for review for more than 4 hours.`,
      { label: 'Review campaigns', url },
    ],
  })
}
