import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail, staffLanguage } from '../../platform/mail/write-mail.ts'

type Overdue = { waiting: number; cases: number; appeals: number }

/** Names no campaign, because pending campaigns are visible only to reviewers who are logged in. */
export function reviewReminderMail(
  to: string,
  { waiting, cases, appeals, url }: Overdue & { url: string },
): Mail {
  const sentences = [
    toSentence(waiting, 'campaign', 'been waiting for review for more than 4 hours'),
    toSentence(cases, 'reported campaign', 'been waiting for a decision for more than 72 hours'),
    toSentence(appeals, 'appeal', 'been waiting for a decision for more than 72 hours'),
  ]
  return writeMail(to, staffLanguage, {
    kind: 'transactional',
    reason: 'staff',
    subject: 'Campaigns waiting for review',
    paragraphs: [
      ...sentences.filter((sentence) => sentence !== ''),
      { label: 'Review campaigns', url },
    ],
  })
}

function toSentence(count: number, noun: string, state: string): string {
  if (count === 0) return ''
  return `${count} ${count === 1 ? `${noun} has` : `${noun}s have`} ${state}.`
}
