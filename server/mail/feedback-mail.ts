import type { Mail } from './mail.ts'
import { renderMail, staffLanguage } from './render-mail.ts'

export function feedbackMail(to: string, sent: { feedback: string; from: string }): Mail {
  return renderMail(to, staffLanguage, {
    kind: 'transactional',
    subject: 'Feedback from a user',
    paragraphs: [`${sent.from} wrote:`, ...sent.feedback.split(/\n{2,}/)],
  })
}
