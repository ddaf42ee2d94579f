import type { Mail } from '../../mail/mail.ts'
import { renderMail } from '../../mail/render-mail.ts'

export function frozenMail(
  to: string,
  { title, reason, url }: { title: string; reason: string; url: string },
): Mail {
  return renderMail(to, 'en', {
    subject: `Donations paused: ${title}`,
    paragraphs: [
      `We paused donations to your campaign "${title}" until a question about it is resolved. The reviewer wrote:`,
      ...reason.split(/\n{2,}/),
      'People can still read your campaign. To answer, please contact our support.',
      { label: 'View your campaign', url },
    ],
  })
}

export function unfrozenMail(to: string, { title, url }: { title: string; url: string }): Mail {
  return renderMail(to, 'en', {
    subject: `Donations resumed: ${title}`,
    paragraphs: [
      `The question about your campaign "${title}" is resolved. People can donate to it again.`,
      { label: 'View your campaign', url },
    ],
  })
}
