import type { Mail } from './mail.ts'
import { writeMail, staffLanguage } from './write-mail.ts'

export function feedbackMail(to: string, sent: { feedback: string; from: string }): Mail {
  return writeMail(to, staffLanguage, {
    kind: 'transactional',
    reason: 'staff',
    subject: 'Feedback from a user',
    paragraphs: [`${sent.from} wrote:`, ...sent.feedback.split(/\n{2,}/)],
  })
}
